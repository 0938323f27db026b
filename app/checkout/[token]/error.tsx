"use client";

import { Message } from "@/components/message";

/** The payment may be in any state when the page fails, so the text gives only advice that is always safe. */
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
