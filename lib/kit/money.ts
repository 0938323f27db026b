/** An amount in minor units (cents). Never a float. */
export type Minor = bigint;

export const amountPattern = /^\d{1,15}(\.\d{1,2})?$/;

/** Parses `10`, `10.5` or `10.00`. Signs, exponents, commas and more decimals are refused. */
export function parseMinor(text: string): Minor | null {
  if (!amountPattern.test(text)) return null;
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}

/** Formats an amount as `N.NN`. */
export function formatMinor(amount: Minor): string {
  const sign = amount < 0n ? "-" : "";
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Divides and rounds half away from zero, which is commercial rounding. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError("The denominator must be positive.");
  const magnitude = numerator < 0n ? -numerator : numerator;
  const rounded = (magnitude * 2n + denominator) / (denominator * 2n);
  return numerator < 0n ? -rounded : rounded;
}

/** A share of an amount, in basis points (350 is 3.50 %). The result is rounded half-up to the cent. */
export function shareOf(amount: Minor, basisPoints: bigint): Minor {
  return divideHalfUp(amount * basisPoints, 10_000n);
}

export function minMinor(one: Minor, other: Minor): Minor {
  if (one < other) return one;
  return other;
}
