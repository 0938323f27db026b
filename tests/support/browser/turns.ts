import { isDeep } from "@/tests/support/in-process/deep";
import { methods, type Place, places } from "./checkout-page";
import type { Method } from "./shop";

type Setting = { method: Method; place: Place };

const settings: readonly Setting[] = [
  { method: "credit_card_co", place: places[0] },
  { method: "3co_simple", place: places[1] },
  { method: "credit_card_co", place: places[1] },
  { method: "3co_simple", place: places[0] },
];

/**
 * The checkout's guarantees hold for both methods, on its own page and in a shop's frame. A deep run checks each of
 * them in every setting. An ordinary run checks each in one setting, the next one of its file, so that all settings
 * are used. Playwright loads a file in several processes, so a turn depends on nothing outside the file. `first` is the
 * setting that the file starts with.
 */
export function takeTurns(first = 0) {
  let turn = first;
  const next = <T>(all: readonly T[]): readonly T[] => {
    const chosen = turn++ % all.length;
    return isDeep ? all : all.filter((_, index) => index === chosen);
  };
  return {
    settings: () => next(settings),
    /** For guarantees that need the page in a window of its own. */
    methods: () => next(methods),
  };
}
