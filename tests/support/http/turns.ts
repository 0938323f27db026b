import { inject } from "vitest";

/**
 * A deep run combines every case with every variant. An ordinary run combines each case with one in `every` variants,
 * and the cases take turns, so that all variants are used. `turn` is the number of the case.
 */
export const inTurns = <Variant>(variants: readonly Variant[], turn: number, every = variants.length): Variant[] =>
  variants.filter((_, index) => inject("isDeep") || (index + turn) % every === 0);
