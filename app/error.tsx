"use client";

import { Message } from "@/components/message";

/** The page does not show the cause of the error. The log records the cause under the request id. */
export default function ErrorPage() {
  return (
    <Message title="Something went wrong">
      <p>The failure has been recorded. Please try again in a moment.</p>
    </Message>
  );
}
