"use client";

import { useEffect } from "react";

export type Pace = { firstMs: number; lastMs: number };

/** For a result that is due soon: fast at first, then slower. */
export const awaitingPace: Pace = { firstMs: 1_000, lastMs: 3_000 };
/** While the customer is at the bank. */
export const challengePace: Pace = { firstMs: 2_000, lastMs: 2_000 };
/** For sandbox sessions, which the clock endpoint, triggers and other tabs can change. */
export const sandboxPace: Pace = { firstMs: 2_000, lastMs: 2_000 };

const slowing = 1.3;

/** Polls while a pace is given. Each request waits for the previous answer. */
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
