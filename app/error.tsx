"use client";

import { Message } from "@/components/message";

/** Shows no cause. The log has it under the request id. */
export default function ErrorPage() {
  return (
    <Message title="Something went wrong">
      <p>The failure has been recorded. Please try again in a moment.</p>
    </Message>
  );
}
