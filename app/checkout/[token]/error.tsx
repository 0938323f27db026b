"use client";

import { Message } from "@/components/message";

/** Of a page that broke nobody knows how far the payment came: only what is safe in every case is said. */
export default function CheckoutErrorPage() {
  return (
    <Message title="This page could not be shown">
      <p data-testid="money-state">
        <strong>We are confirming with your bank. Do not pay again.</strong>
      </p>
      <p>
        <a href="?">Reload to see how your payment stands</a>
      </p>
    </Message>
  );
}
