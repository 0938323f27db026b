"use client";

import { type RefObject, useEffect, useState } from "react";
import type { SessionView } from "@/lib/checkout/page/view-contract";
import { isFramed } from "./challenge-window";

type Result = { type: "tradewind:result"; status: string; transaction_id: string };
type Message = { type: "tradewind:height"; height: number } | Result;

/** Posts a message to the shop's page around this frame. The browser delivers it only to these origins. */
function postToParent(origins: readonly string[], message: Message): void {
  if (!isFramed()) return;
  // If the browser reveals the parent's origin, post only there: the browser logs each mismatch as an error.
  const around = window.location.ancestorOrigins?.[0];
  const named = around === undefined ? origins : origins.filter((origin) => origin === around);
  for (const origin of named) window.parent.postMessage(message, origin);
}

/** The name of a frame that embed.js created. embed.js acknowledges the results that it receives. */
const answeredFrame = "tradewind-checkout";
/** How long to wait for the acknowledgement of the shop's page. Even a busy page answers within this time. */
const answerWithinMs = 10_000;

/**
 * Reports the result to the shop's page and waits for the acknowledgement. This page must not navigate away earlier:
 * the message would arrive without its source, and embed.js would have to discard it.
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

/** Whether the payment page is inside a shop's frame. False until JavaScript runs. */
export function useIsFramed(): boolean {
  const [isKnown, setIsKnown] = useState(false);
  useEffect(() => setIsKnown(isFramed()), []);
  return isKnown;
}

/** Reports the payment page's height to the shop's page, so that the shop can resize the frame. */
export function useHeightReports(page: RefObject<HTMLElement | null>, { frame_origins }: SessionView): void {
  const origins = frame_origins.join(" ");
  useEffect(() => {
    const element = page.current;
    if (!element || !isFramed()) return;
    element.dataset.framed = "";
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
