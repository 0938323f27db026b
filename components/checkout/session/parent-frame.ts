"use client";

import { type RefObject, useEffect, useState } from "react";
import type { SessionView } from "@/lib/checkout/page-contract";
import { isFramed } from "./challenge-window";

type Message =
  | { type: "tradewind:height"; height: number }
  | { type: "tradewind:result"; status: string; transaction_id: string };

/** Tells the shop's page around us, and nobody else: the browser delivers only to the origins named. */
export function tellParent(origins: readonly string[], message: Message): void {
  if (!isFramed()) return;
  // Where the browser says who is around us, the others need not be tried: each would be logged as an error.
  const around = window.location.ancestorOrigins?.[0];
  const named = around === undefined ? origins : origins.filter((origin) => origin === around);
  for (const origin of named) window.parent.postMessage(message, origin);
}

/** Whether a shop's page is around us; not known before scripts run. */
export function useIsFramed(): boolean {
  const [isKnown, setIsKnown] = useState(false);
  useEffect(() => setIsKnown(isFramed()), []);
  return isKnown;
}

/** Keeps the frame as high as the page. */
export function useHeightReports(page: RefObject<HTMLElement | null>, { frame_origins }: SessionView): void {
  const origins = frame_origins.join(" ");
  useEffect(() => {
    const element = page.current;
    if (!element || !isFramed()) return;
    const report = () =>
      tellParent(origins.split(" "), {
        type: "tradewind:height",
        height: Math.ceil(element.getBoundingClientRect().height),
      });
    const observer = new ResizeObserver(report);
    observer.observe(element);
    return () => observer.disconnect();
  }, [page, origins]);
}
