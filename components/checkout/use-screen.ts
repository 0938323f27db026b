"use client";

import { useEffect, useState } from "react";
import type { SessionState } from "@/lib/reference/stored-values";

export type ScreenName = "form" | "confirming" | "challenge" | "result";

export const screens: Record<SessionState, ScreenName> = {
  hosted: "form",
  authorising: "confirming",
  challenged: "challenge",
  finalising: "confirming",
  finalised: "result",
};

/**
 * The screen that the page shows, and whether a payment is in progress. A normal payment looks normal: the form stays,
 * with its busy button, until the bank's answer is late or unknown.
 */
export function useScreen(state: SessionState, isSent: boolean): { screen: ScreenName; isPaying: boolean } {
  const isAnswerDue = useIsAnswerDue(state, isSent);
  // An authorising session has asked the bank. One that is being finalised got no answer.
  const isAsking = state === "authorising" && isAnswerDue;
  return isAsking ? { screen: "form", isPaying: true } : { screen: screens[state], isPaying: isSent };
}

/** A normal payment is answered within this time. */
const normalMs = 8_000;

/**
 * Whether the bank's answer is due at any moment, because the payer has just pressed Pay or finished the bank's check
 * on this page.
 */
function useIsAnswerDue(state: SessionState, isSent: boolean): boolean {
  const [last, setLast] = useState(state);
  const [isBack, setIsBack] = useState(false);
  const [isLate, setIsLate] = useState(false);
  if (last !== state) {
    setLast(state);
    setIsBack(state === "authorising" && last === "challenged");
  }
  const isDue = isSent || isBack;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => setIsLate(true), normalMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isDue]);
  return isDue && !isLate;
}
