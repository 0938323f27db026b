"use client";

import { useEffect } from "react";

export type Pace = { firstMs: number; lastMs: number };

/** Polling intervals while a result is expected soon: short at first, then longer. */
export const awaitingPace: Pace = { firstMs: 1_000, lastMs: 3_000 };
/** Polling interval while the customer is on the bank's challenge page. */
export const challengePace: Pace = { firstMs: 2_000, lastMs: 2_000 };
/** Polling interval of sandbox sessions, which the clock endpoint, triggers and other tabs can change at any time. */
export const sandboxPace: Pace = { firstMs: 2_000, lastMs: 2_000 };

const slowing = 1.3;

/** Calls `ask` repeatedly unless `pace` is null. Each request waits for the answer to the previous one. */
export function usePolling(pace: Pace | null, ask: () => Promise<unknown>): void {
  useEffect(() => {
    if (!pace) return;
    let isOn = true;
    let timer: ReturnType<typeof setTimeout>;
    const askAfter = (waitMs: number) => {
      timer = setTimeout(async () => {
        await ask();
        if (isOn) askAfter(Math.min(waitMs * slowing, pace.lastMs));
      }, waitMs);
    };
    askAfter(pace.firstMs);
    return () => {
      isOn = false;
      clearTimeout(timer);
    };
  }, [pace, ask]);
}
