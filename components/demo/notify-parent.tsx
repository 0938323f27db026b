"use client";

import { useEffect } from "react";

/** If the return page is inside a frame, it notifies the shop's page that the customer has returned. */
export function NotifyParent({ verdict, orderId }: { verdict: string; orderId: string }) {
  useEffect(() => {
    if (window.parent === window) return;
    window.parent.postMessage({ type: "demo:returned", verdict, order_id: orderId }, window.location.origin);
  }, [verdict, orderId]);
  return null;
}
