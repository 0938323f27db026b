"use client";

import { Message } from "@/components/message";

/** Says that something failed and nothing of what it was: that stands in the log, under the request's id. */
export default function ErrorPage() {
  return (
    <Message title="Something went wrong">
      <p>The failure has been recorded. Please try again in a moment.</p>
    </Message>
  );
}
