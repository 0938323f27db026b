"use client";

import { useEffect, useState } from "react";
import type { Heard } from "./use-session";

/** What is left of the session now: what the server said, less the time that has passed since. */
export function remainingNow({ view, heardAt }: Heard): number {
  const passed = view.is_clock_stopped || heardAt === 0 ? 0 : performance.now() - heardAt;
  return Math.max(0, view.remaining_ms - passed);
}

export const toSeconds = (milliseconds: number): number => Math.ceil(milliseconds / 1_000);

/** The whole seconds left, counted down on the browser's steady clock. */
export function useSecondsLeft(heard: Heard): number {
  const { view, heardAt, isOffline } = heard;
  const [seconds, setSeconds] = useState(toSeconds(view.remaining_ms));
  useEffect(() => {
    const tick = () => {
      const left = toSeconds(remainingNow({ view, heardAt, isOffline }));
      // Answers take longer or shorter to arrive: a running clock must not show a second twice for that.
      setSeconds((shown) => (left === shown + 1 && !view.is_clock_stopped ? shown : left));
    };
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [view, heardAt, isOffline]);
  return seconds;
}

/** Whether the time has run out, known without counting every second. */
export function useIsOver({ view, heardAt, isOffline }: Heard): boolean {
  const [isOver, setIsOver] = useState(view.remaining_ms === 0);
  useEffect(() => {
    const leftMs = remainingNow({ view, heardAt, isOffline });
    setIsOver(leftMs === 0);
    if (view.is_clock_stopped) return;
    const timer = setTimeout(() => setIsOver(true), leftMs);
    return () => clearTimeout(timer);
  }, [view, heardAt, isOffline]);
  return isOver;
}
