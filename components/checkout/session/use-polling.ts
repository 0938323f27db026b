"use client";

import { useEffect } from "react";

export type Pace = { firstMs: number; lastMs: number };

/** For an answer that is due any moment: brisk at first, then gentle. */
export const awaitingPace: Pace = { firstMs: 1_000, lastMs: 3_000 };
/** For a customer who is busy at the bank. */
export const challengePace: Pace = { firstMs: 2_000, lastMs: 2_000 };
/** For the clock endpoint, triggers and other tabs, which change a sandbox session behind the page's back. */
export const sandboxPace: Pace = { firstMs: 2_000, lastMs: 2_000 };

const slowing = 1.3;

/** Asks again and again while there is a pace; each question waits for the answer to the one before. */
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
