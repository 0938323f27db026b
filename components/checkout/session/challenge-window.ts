import type { BrowserFields } from "@/lib/checkout/page/page-fields";

export type ChallengeWindow = BrowserFields["challenge_window"];

/** `width`: the width of the page's column, which limits the width of the challenge frame. */
type Room = { windowWidth: number; width: number; height: number; isFramed: boolean };

const phoneWidthMax = 500;

/** The EMV 3-D Secure size of the challenge frame: 250×400, 390×400, 500×600, 600×400, or full screen on a phone. */
export function chooseChallengeWindow({ windowWidth, width, height, isFramed }: Room): ChallengeWindow {
  if (!isFramed && windowWidth < phoneWidthMax) return "05";
  if (width >= 600 && height < 600) return "04";
  if (width >= 500) return "03";
  return width >= 390 ? "02" : "01";
}

export const isFramed = (): boolean => window.parent !== window;

/** Chooses the size of the challenge frame by the current size of the browser window. */
export function challengeWindowHere(): ChallengeWindow {
  const { clientWidth: windowWidth, clientHeight: height } = document.documentElement;
  const column = document.querySelector("main");
  // Subtract the border of the challenge frame, because the EMV sizes exclude it.
  const width = (column ? innerWidth(column) : windowWidth) - 2;
  return chooseChallengeWindow({ windowWidth, width, height, isFramed: isFramed() });
}

function innerWidth(element: Element): number {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}
