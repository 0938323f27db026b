import { findMerchantOrThrow } from "@/lib/checkout/request/request-store";
import { formatMoment, type Zone } from "@/lib/format/dates";
import type { Caller } from "@/lib/http/message/caller";
import { day, later } from "@/lib/kit/clock";
import { currenciesOf } from "@/lib/reference/currencies";
import { type Platform, platforms } from "@/lib/reference/platforms";

export type LinkChoices = Awaited<ReturnType<typeof linkChoices>>;

/** What the form of a payment link offers. The home country comes first. */
export async function linkChoices({ accountNumber, homePlatform }: Caller, zone: Zone, expiresAt: string | null) {
  const merchant = await findMerchantOrThrow(accountNumber);
  const accepts = (currency: string) =>
    merchant.currencies.length === 0 || merchant.currencies.some((own) => own === currency);
  const offer = (code: Platform) => ({
    code,
    name: platforms[code].name,
    currencies: currenciesOf(code).filter(accepts),
  });
  const others = merchant.platforms.filter((code) => code !== homePlatform);
  return {
    platforms: [homePlatform, ...others].map(offer),
    /** The only fee structure that the merchant takes, or null. */
    feeStructure: merchant.feeStructure,
    expiries: expiryOptions(expiresAt, zone),
  };
}

/** A link that expires keeps its expiry as the first option. */
function expiryOptions(current: string | null, zone: Zone) {
  const inDays = (days: number) => later(days * day).toISOString();
  return [
    ...(current ? [{ value: current, label: `On ${formatMoment(current, "date", zone)}` }] : []),
    { value: inDays(1), label: "In 1 day" },
    { value: inDays(7), label: "In 7 days" },
    { value: inDays(30), label: "In 30 days" },
    { value: inDays(90), label: "In 90 days" },
  ];
}
