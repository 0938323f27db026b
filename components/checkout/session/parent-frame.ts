"use client";

import { type RefObject, useEffect, useState } from "react";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { isFramed } from "./challenge-window";

type Result = { type: "tradewind:result"; status: string; transaction_id: string };
type Message = { type: "tradewind:height"; height: number } | Result;

/** Tells the shop's page around us, and nobody else: the browser delivers only to the origins named. */
function tellParent(origins: readonly string[], message: Message): void {
  if (!isFramed()) return;
  // Where the browser says who is around us, the others need not be tried: each would be logged as an error.
  const around = window.location.ancestorOrigins?.[0];
  const named = around === undefined ? origins : origins.filter((origin) => origin === around);
  for (const origin of named) window.parent.postMessage(message, origin);
}

/** embed.js names its frame so, and says that it has heard how a payment ended. */
const answeredFrame = "tradewind-checkout";
/** Longer than a page is busy: one that does not answer by then is broken. */
const answerWithinMs = 10_000;

/**
 * Tells the shop's page how the payment ended, and waits until it has heard it. Whoever gets a message from a page that has gone
 * on meanwhile is not told by the browser who sent it, and has to throw it away.
 */
export async function tellResult(origins: readonly string[], result: Omit<Result, "type">): Promise<void> {
  const heard = isFramed() && window.name === answeredFrame ? untilHeard() : null;
  tellParent(origins, { type: "tradewind:result", ...result });
  await heard;
}

function untilHeard(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      removeEventListener("message", hear);
      clearTimeout(timer);
      resolve();
    };
    const hear = ({ source, data }: MessageEvent) => {
      if (source === window.parent && data?.type === "tradewind:heard") end();
    };
    const timer = setTimeout(end, answerWithinMs);
    addEventListener("message", hear);
  });
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
