"use client";

import { useEffect } from "react";

/** In a frame, the return page tells the shop's page around it that the customer is back. */
export function TellParent({ verdict, orderId }: { verdict: string; orderId: string }) {
  useEffect(() => {
    if (window.parent === window) return;
    window.parent.postMessage({ type: "demo:returned", verdict, order_id: orderId }, window.location.origin);
  }, [verdict, orderId]);
  return null;
}
