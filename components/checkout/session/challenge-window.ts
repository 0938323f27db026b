import type { BrowserFields } from "@/lib/checkout/page/page-contract";

export type ChallengeWindow = BrowserFields["challenge_window"];

/** `width`: the width of the column, which limits the frame. */
type Room = { windowWidth: number; width: number; height: number; isFramed: boolean };

const phoneWidthMax = 500;

/** The EMV window size of the bank's page: 250×400, 390×400, 500×600, 600×400, or full screen on a phone. */
export function chooseChallengeWindow({ windowWidth, width, height, isFramed }: Room): ChallengeWindow {
  if (!isFramed && windowWidth < phoneWidthMax) return "05";
  if (width >= 600 && height < 600) return "04";
  if (width >= 500) return "03";
  return width >= 390 ? "02" : "01";
}

export const isFramed = (): boolean => window.parent !== window;

/** By the size of this window. */
export function challengeWindowHere(): ChallengeWindow {
  const { clientWidth: windowWidth, clientHeight: height } = document.documentElement;
  const column = document.querySelector("main");
  // The frame's border adds to the size of its content.
  const width = (column ? innerWidth(column) : windowWidth) - 2;
  return chooseChallengeWindow({ windowWidth, width, height, isFramed: isFramed() });
}

function innerWidth(element: Element): number {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}
