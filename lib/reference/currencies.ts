import { type Platform, platformCodes, platforms } from "./platforms";

/** The smallest and the largest total of a payment request, per currency. */
export const totalLimits = {
  TTD: { minimum: 500n, maximum: 2_040_000n },
  USD: { minimum: 74n, maximum: 300_000n },
  BBD: { minimum: 150n, maximum: 600_000n },
  XCD: { minimum: 200n, maximum: 810_000n },
  JMD: { minimum: 11_500n, maximum: 46_500_000n },
  GYD: { minimum: 15_500n, maximum: 62_700_000n },
} as const satisfies Record<string, { minimum: bigint; maximum: bigint }>;

export type Currency = keyof typeof totalLimits;
export const currencies = Object.keys(totalLimits) as [Currency, ...Currency[]];

/** The currencies that a platform accepts: its own and USD. */
export function currenciesOf(platform: Platform): readonly Currency[] {
  return [platforms[platform].currency, "USD"];
}

/** The platform whose own currency this is. Null for USD, which is not the own currency of any platform. */
export function platformOf(currency: unknown): Platform | null {
  return platformCodes.find((platform) => platforms[platform].currency === currency) ?? null;
}
