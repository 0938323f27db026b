"use client";

import { useEffect } from "react";

/** If the return page is inside a frame, it notifies the shop's page, which then leaves the frame. */
export function NotifyParent() {
  useEffect(() => {
    if (window.parent === window) return;
    const { origin, search } = window.location;
    window.parent.postMessage({ type: "demo:returned", search }, origin);
  }, []);
  return null;
}
