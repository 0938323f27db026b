import type { BrowserFields } from "@/lib/checkout/page/page-fields";
import { challengeWindowHere } from "./challenge-window";

/** The colour depths that EMV 3-D Secure allows. The page sends any other depth as the next lower one. */
const knownDepths = [48, 32, 24, 16, 15, 8, 4, 1];

export function browserFields(): BrowserFields {
  const now = new Date(performance.timeOrigin + performance.now());
  return {
    browser_language: navigator.language.slice(0, 35),
    browser_color_depth: knownDepths.find((depth) => depth <= screen.colorDepth) ?? 24,
    browser_screen_width: screen.width,
    browser_screen_height: screen.height,
    browser_time_zone_offset: now.getTimezoneOffset(),
    challenge_window: challengeWindowHere(),
  };
}
