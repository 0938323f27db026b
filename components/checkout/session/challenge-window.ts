import type { BrowserFields } from "@/lib/checkout/page-contract";

export type ChallengeWindow = BrowserFields["challenge_window"];

type Room = { width: number; height: number; isFramed: boolean };

const phoneWidthMax = 500;

/** The EMV window the bank's page gets: 250×400, 390×400, 500×600, 600×400, or the whole of a phone. */
export function chooseChallengeWindow({ width, height, isFramed }: Room): ChallengeWindow {
  if (!isFramed && width < phoneWidthMax) return "05";
  if (width >= 600 && height < 600) return "04";
  if (width >= 500) return "03";
  return width >= 390 ? "02" : "01";
}

export const isFramed = (): boolean => window.parent !== window;

/** By what this window has to give. */
export function challengeWindowHere(): ChallengeWindow {
  const { clientWidth, clientHeight } = document.documentElement;
  return chooseChallengeWindow({ width: clientWidth, height: clientHeight, isFramed: isFramed() });
}
