export type Brand = "Visa" | "MasterCard" | "Amex" | "Discover" | "JCB";

const patterns: Record<Brand, RegExp> = {
  Visa: /^4\d{12}(\d{3})?(\d{3})?$/,
  MasterCard: /^(5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/,
  Amex: /^3[47]\d{13}$/,
  Discover: /^6(011|4[4-9]\d|5\d\d)\d{12}$/,
  JCB: /^35(2[89]|[3-8]\d)\d{12}$/,
};

/** The brand of a number. Null for brands that the gateway does not route, such as Diners Club and UnionPay. */
export function brandOf(number: string): Brand | null {
  const brands = Object.keys(patterns) as Brand[];
  return brands.find((brand) => patterns[brand].test(number)) ?? null;
}

/** The steps of 3-D Secure. `none`: the card does not support 3-D Secure. */
export type Flow = "none" | "frictionless" | "fingerprint" | "challenge" | "fingerprint_challenge";
export type AuthenticationStatus = "Y" | "A" | "U" | "N" | "R";

export type EmulatorCard = {
  number: string;
  brand: Brand;
  flow: Flow;
  /** The status after a correct answer to the challenge, if there is one. */
  status: AuthenticationStatus | null;
  /** The answer of the payment. */
  isoCode: string;
  cvv: string;
  avs: string;
  /** A number that passes the Luhn check and behaves alike, for a vendor number that fails it. */
  twin: string | null;
  /** Text of the issuer that the merchant must show. */
  cardholderInfo: string | null;
  /** The answer of a void or refund. */
  reversalIsoCode: string;
  description: string;
};

/** An address that matches. Discover swaps the letters A and Y, and JCB has no address verification. */
const matchingAvs: Record<Brand, string> = { Visa: "Y", MasterCard: "Y", Amex: "Y", Discover: "A", JCB: "U" };

/** The behaviour of a card that nothing else is said about: frictionless with status Y, and approved. */
export const usualBehaviour = (brand: Brand) =>
  ({
    brand,
    flow: "frictionless",
    status: "Y",
    isoCode: "00",
    cvv: "M",
    avs: matchingAvs[brand],
    twin: null,
    cardholderInfo: null,
    reversalIsoCode: "00",
  }) as const satisfies Partial<EmulatorCard>;
