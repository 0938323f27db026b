import { holdsCardNumber } from "@/lib/http/body/card-number-search";
import { AppError, invalidField } from "@/lib/kit/errors";
import { type Currency, currenciesOf } from "@/lib/reference/currencies";
import type { FeeStructure } from "@/lib/reference/fees";
import { isCountry } from "@/lib/reference/places/countries";
import { resolveState, statesOf } from "@/lib/reference/places/subdivisions";
import type { Environment, Platform } from "@/lib/reference/platforms";

/** Cross-field rules and merchant rules of a payment request. */

/** The account data that the rules of a payment request need. */
export type Merchant = {
  accountNumber: string;
  email: string | null;
  platforms: readonly Platform[];
  livePlatforms: readonly Platform[];
  isVerified: boolean;
  sandboxOnly: boolean;
  avs: boolean;
  currencies: readonly Currency[];
  formPosts: boolean;
  responseHosts: readonly string[];
  /** The only fee structure that the merchant's payment requests may use, or null if all are allowed. */
  feeStructure: FeeStructure | null;
  /** The rate limit that an operator set for the merchant, or null for the default. */
  requestsPerMinute: number | null;
  encodesData: boolean;
  sendsCustomerName: boolean;
  /** Whether payment requests must be signed, by environment. */
  signedSandbox: boolean;
  signedLive: boolean;
};

export function checkMerchant(
  merchant: Merchant,
  asked: {
    platform: Platform;
    environment: Environment;
    currency?: Currency;
    feeStructure?: FeeStructure;
    email?: string | undefined;
  },
): void {
  const { platform, currency, environment, feeStructure, email } = asked;
  if (!merchant.platforms.includes(platform)) throw invalidField("country_code", "is not enabled for this account.");
  if (currency !== undefined) checkCurrency(merchant, platform, currency);
  if (feeStructure !== undefined && (merchant.feeStructure ?? feeStructure) !== feeStructure) {
    throw invalidField("fee_structure", "is not accepted by this merchant.");
  }
  const isLiveEnabled = merchant.isVerified && !merchant.sandboxOnly && merchant.livePlatforms.includes(platform);
  if (environment === "live" && !isLiveEnabled) throw liveNotEnabled();
  if (email !== undefined && email === merchant.email?.toLowerCase()) {
    throw invalidField("email", "must differ from the merchant's own email address.");
  }
}

function checkCurrency({ currencies }: Merchant, platform: Platform, currency: Currency): void {
  if (!currenciesOf(platform).includes(currency)) throw invalidField("currency", `is not available in ${platform}.`);
  if (currencies.length > 0 && !currencies.includes(currency)) {
    throw invalidField("currency", "is not accepted by this merchant.");
  }
}

export function liveNotEnabled(): AppError {
  const message = "Live payments are not enabled for this account.";
  return new AppError("invalid", message, {
    fields: { errors: { environment: [message] } },
    refusal: { reason: "live_missing" },
  });
}

/**
 * Returns the state as its full ISO 3166-2 code. Returns null if the request has no country or state, or if the country
 * has no subdivisions.
 */
function readRegion(country: string | undefined, state: string | undefined): string | null {
  if (country === undefined) return null;
  if (!isCountry(country)) throw invalidField("country", "must be a country of ISO 3166-1.");
  if (state === undefined || statesOf(country).length === 0) return null;
  const region = resolveState(country, state);
  if (!region) throw invalidField("state", `must be a state or province of ${country}, such as its ISO 3166-2 code.`);
  return region;
}

type Address = { [Name in "addr1" | "addr2" | "city" | "state" | "zipcode" | "country"]?: string | undefined };

/** The address of a request as columns of a session. */
export const readAddress = ({ addr1, addr2, city, state, zipcode, country }: Address) => ({
  ...{ address1: addr1, address2: addr2, city, zipcode, country },
  region: readRegion(country, state),
});

type Names = { fname: string | undefined; lname: string | undefined; name: string | undefined };

/**
 * `fname` and `lname` take precedence over `name`, which is split at its last space. A single word is the first name. A
 * shop may have split a card number that its customer entered as the name.
 */
export function readNames({ fname, lname, name }: Names): { firstName: string | null; lastName: string | null } {
  if (lname !== undefined && fname === undefined) {
    throw invalidField("fname", "field is required when lname is present.");
  }
  if (holdsCardNumber([fname, lname].join(" "))) throw invalidField("fname", "must not contain a card number.");
  if (fname !== undefined) return { firstName: fname, lastName: lname ?? null };
  return name === undefined ? { firstName: null, lastName: null } : splitName(name);
}

export function splitName(name: string): { firstName: string; lastName: string | null } {
  const cut = name.lastIndexOf(" ");
  if (cut < 0) return { firstName: name, lastName: null };
  return { firstName: name.slice(0, cut).trim(), lastName: name.slice(cut + 1) };
}

export function checkAddressLines(addr1: string | undefined, addr2: string | undefined): void {
  if (addr2 !== undefined && addr1 === undefined)
    throw invalidField("addr1", "field is required when addr2 is present.");
}
