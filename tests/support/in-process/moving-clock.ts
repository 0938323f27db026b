import { afterEach, beforeEach } from "vitest";
import { later, useClock } from "@/lib/kit/clock";

/** A clock that shows the same whole second at the start of each test, and moves only on request. */
export function movingClock(): { pass(milliseconds: number): void } {
  let at = new Date(0);
  let restore = () => {};
  beforeEach(() => {
    at = new Date("2026-11-15T12:00:00Z");
    restore = useClock(() => at);
  });
  afterEach(() => restore());
  return {
    pass(milliseconds) {
      at = later(milliseconds, at);
    },
  };
}
