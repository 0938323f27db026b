"use client";

import { useEffect, useState } from "react";
import type { ReceivedView } from "./use-session";

/** The session's remaining time in milliseconds: the server's value minus the time since the page received it. */
export function remainingNow({ view, receivedAt }: ReceivedView): number {
  const passed = view.is_clock_stopped || receivedAt === 0 ? 0 : performance.now() - receivedAt;
  return Math.max(0, view.remaining_ms - passed);
}

const toSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);

/** The session's remaining whole seconds, counted down on the browser's monotonic clock. */
export function useSecondsLeft(received: ReceivedView): number {
  const { view, receivedAt, isOffline } = received;
  const [seconds, setSeconds] = useState(toSeconds(view.remaining_ms));
  useEffect(() => {
    const tick = () => {
      const left = toSeconds(remainingNow({ view, receivedAt, isOffline }));
      // Network latency varies between answers. The shown seconds must not increase because of it while the clock runs.
      setSeconds((shown) => (left === shown + 1 && !view.is_clock_stopped ? shown : left));
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [view, receivedAt, isOffline]);
  return seconds;
}

/**
 * Whether at most this much of the session's time is left. The component renders again only at that moment, not every
 * second.
 */
export function useIsWithin({ view, receivedAt, isOffline }: ReceivedView, limitMs: number): boolean {
  const [isWithin, setIsWithin] = useState(view.remaining_ms <= limitMs);
  useEffect(() => {
    const leftMs = remainingNow({ view, receivedAt, isOffline }) - limitMs;
    setIsWithin(leftMs <= 0);
    if (view.is_clock_stopped) return;
    const timer = setTimeout(() => setIsWithin(true), leftMs);
    return () => clearTimeout(timer);
  }, [view, receivedAt, isOffline, limitMs]);
  return isWithin;
}
