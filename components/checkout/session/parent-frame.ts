"use client";

import { type RefObject, useEffect, useState } from "react";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { isFramed } from "./challenge-window";

type Result = { type: "tradewind:result"; status: string; transaction_id: string };
type Message = { type: "tradewind:height"; height: number } | Result;

/** Posts a message to the shop's page. The browser delivers it only to the given origins. */
function postToParent(origins: readonly string[], message: Message): void {
  if (!isFramed()) return;
  // If the browser names the parent's origin, skip the others: the browser logs each mismatch as an error.
  const around = window.location.ancestorOrigins?.[0];
  const named = around === undefined ? origins : origins.filter((origin) => origin === around);
  for (const origin of named) window.parent.postMessage(message, origin);
}

/** The name that embed.js gives its frame. embed.js acknowledges results. */
const answeredFrame = "tradewind-checkout";
/** A working page acknowledges within this time, even if it is busy. */
const answerWithinMs = 10_000;

/**
 * Reports the result to the shop's page and waits for the acknowledgement. If this page navigated away earlier, the
 * browser would deliver the message without its source, and the receiver would have to discard it.
 */
export async function reportResult(origins: readonly string[], result: Omit<Result, "type">): Promise<void> {
  const acknowledged = isFramed() && window.name === answeredFrame ? untilAcknowledged() : null;
  postToParent(origins, { type: "tradewind:result", ...result });
  await acknowledged;
}

function untilAcknowledged(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      removeEventListener("message", listen);
      clearTimeout(timer);
      resolve();
    };
    const listen = ({ source, data }: MessageEvent) => {
      if (source === window.parent && data?.type === "tradewind:heard") end();
    };
    const timer = setTimeout(end, answerWithinMs);
    addEventListener("message", listen);
  });
}

/** Whether the page is inside a shop's frame. False until scripts run. */
export function useIsFramed(): boolean {
  const [isKnown, setIsKnown] = useState(false);
  useEffect(() => setIsKnown(isFramed()), []);
  return isKnown;
}

/** Reports the page's height, so that the shop can resize the frame. */
export function useHeightReports(page: RefObject<HTMLElement | null>, { frame_origins }: SessionView): void {
  const origins = frame_origins.join(" ");
  useEffect(() => {
    const element = page.current;
    if (!element || !isFramed()) return;
    const report = () =>
      postToParent(origins.split(" "), {
        type: "tradewind:height",
        height: Math.ceil(element.getBoundingClientRect().height),
      });
    const observer = new ResizeObserver(report);
    observer.observe(element);
    return () => observer.disconnect();
  }, [page, origins]);
}
