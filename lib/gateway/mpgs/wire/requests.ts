import { iso31661 } from "iso-3166";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { AuthoriseRequest, CardUse, ChallengeWindow } from "@/lib/gateway/port";
import { formatMinor, type Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";

/** Our ids of the transactions of an order. The id of a refund is our refund's, and that of a void names its target. */
export const transactionIds = { authentication: "auth", payment: "pay", capture: "capture" } as const;

export const orderPath = (orderId: string): string => `/order/${orderId}`;
export const transactionPath = (orderId: string, transactionId: string): string =>
  `${orderPath(orderId)}/transaction/${transactionId}`;

type Money = { amount: Minor; currency: Currency };

const moneyOf = ({ amount, currency }: Money) => ({ amount: formatMinor(amount), currency });

/** Puts the card into the gateway's session. The security code is kept there and never here. */
export const sessionBody = ({ card, cardUse, ...money }: AuthoriseRequest): object => ({
  order: moneyOf(money),
  sourceOfFunds: {
    type: "CARD",
    provided: {
      card: {
        number: card.number,
        expiry: { month: twoDigits(card.expiryMonth), year: twoDigits(card.expiryYear % 100) },
        securityCode: card.cvc,
        nameOnCard: cut(card.name, nameLengthMax) || "CARDHOLDER",
        storedOnFile: storedOnFile[cardUse.kind],
      },
    },
  },
});

const storedOnFile: Record<CardUse["kind"], string> = {
  once: "NOT_STORED",
  stored_now: "TO_BE_STORED",
  used_by_owner: "STORED",
  used_without_owner: "STORED",
};

export const initiateBody = (sessionId: string, { currency, orderId }: AuthoriseRequest): object => ({
  apiOperation: "INITIATE_AUTHENTICATION",
  authentication: { acceptVersions: "3DS2", channel: "PAYER_BROWSER", purpose: "PAYMENT_TRANSACTION" },
  order: { currency, reference: cut(orderId, referenceLengthMax) },
  session: { id: sessionId },
});

/** What the card's bank wants to know about the payer and the browser. We keep it encrypted until the payment. */
export type PayerFacts = ReturnType<typeof payerFacts>;

export function payerFacts({ browser, customer, requireAuthentication, verifyAddress }: AuthoriseRequest) {
  const billing = billingAddress(customer);
  const contact = withoutBlanks({ email: customer.email ?? "", phone: spacedPhone(customer.phone) });
  return {
    device: {
      browser: cut(browser.userAgent, browserLengthMax) || "unknown",
      ipAddress: browser.address,
      browserDetails: {
        "3DSecureChallengeWindowSize": windowSizes[browser.challengeWindow],
        acceptHeaders: cut(browser.accept, browserLengthMax) || "*/*",
        colorDepth: colorDepths.findLast((depth) => depth <= browser.colorDepth) ?? 24,
        javaEnabled: false,
        language: shortLanguage(browser.language),
        screenHeight: browser.screenHeight,
        screenWidth: browser.screenWidth,
        timeZone: browser.timeZoneOffset,
      },
    },
    ...(Object.keys(contact).length > 0 && { customer: contact }),
    ...(billing && { billing: { address: billing } }),
    isChallengeRequired: requireAuthentication,
    isAddressVerified: verifyAddress,
  };
}

const windowSizes: Record<ChallengeWindow, string> = {
  "01": "WINDOWED_250X400",
  "02": "WINDOWED_390X400",
  "03": "WINDOWED_500X600",
  "04": "WINDOWED_600X400",
  "05": "FULL_SCREEN",
};

export const authenticateBody = (
  sessionId: string,
  { isChallengeRequired, isAddressVerified: _, ...facts }: PayerFacts,
  { returnUrl, ...money }: Money & { returnUrl: string },
): object => ({
  apiOperation: "AUTHENTICATE_PAYER",
  authentication: {
    redirectResponseUrl: returnUrl,
    ...(isChallengeRequired && { challengePreference: "CHALLENGE_MANDATED" }),
  },
  ...facts,
  order: moneyOf(money),
  session: { id: sessionId },
});

type Payment = Money & {
  sessionId: string;
  /** False for a card that does not take part in 3DS. */
  isAuthenticated: boolean;
  /** The merchant account only authorises. */
  needsCapture: boolean;
  facts: Pick<PayerFacts, "billing" | "customer" | "isAddressVerified">;
};

export const paymentBody = ({ sessionId, isAuthenticated, needsCapture, facts, ...money }: Payment): object => ({
  apiOperation: needsCapture ? "AUTHORIZE" : "PAY",
  ...(isAuthenticated && { authentication: { transactionId: transactionIds.authentication } }),
  // Without AVS the payment has no address, because the bank could decline a wrong one.
  ...(facts.isAddressVerified && facts.billing && { billing: facts.billing }),
  ...(facts.customer && { customer: facts.customer }),
  order: moneyOf(money),
  session: { id: sessionId },
  transaction: { source: "INTERNET" },
});

export const captureBody = (money: Money): object => ({ apiOperation: "CAPTURE", transaction: moneyOf(money) });
export const refundBody = (money: Money): object => ({ apiOperation: "REFUND", transaction: moneyOf(money) });
export const voidBody = (targetTransactionId: string): object => ({
  apiOperation: "VOID",
  transaction: { targetTransactionId },
});

const nameLengthMax = 256;
const referenceLengthMax = 40;
const browserLengthMax = 255;
const languageLengthMax = 8;
const lineLengthMax = 100;
const stateLengthMax = 20;
const zipLengthMax = 10;

const alpha3: ReadonlyMap<string, string> = new Map(iso31661.map((country) => [country.alpha2, country.alpha3]));

/** Null without a street and a country, because a part of an address verifies nothing. */
function billingAddress(customer: AuthoriseRequest["customer"]) {
  const country = customer.country && alpha3.get(customer.country);
  const street = cut(customer.address1 ?? "", lineLengthMax);
  if (!country || !street) return null;
  return {
    street,
    country,
    ...withoutBlanks({
      street2: cut(customer.address2 ?? "", lineLengthMax),
      city: cut(customer.city ?? "", lineLengthMax),
      stateProvince: cut(customer.region?.replace(/^[A-Z]{2}-/, "") ?? "", stateLengthMax),
      postcodeZip: cut(customer.zipcode ?? "", zipLengthMax),
    }),
  };
}

/** Cuts a text without leaving half a character. The result may be empty, and the gateway refuses an empty field. */
const cut = (value: string, lengthMax: number): string => {
  const isCut = value.length > lengthMax;
  const text = value.slice(0, lengthMax).toWellFormed();
  return (isCut ? text.replace(/\uFFFD$/, "") : text).trim();
};

/** The depths that EMV 3DS lists. Screens may have others, such as 30. */
const colorDepths = [1, 4, 8, 15, 16, 24, 32, 48] as const;

/** EMV 3DS allows eight characters. The first part of a longer tag, such as zh-Hant-TW, is the language. */
function shortLanguage(tag: string): string {
  const [language = ""] = tag.split("-");
  return cut(tag.length > languageLengthMax ? language : tag, languageLengthMax) || "en";
}

/** The gateway wants a space after the country's code. */
function spacedPhone(phone: string | null): string {
  const known = phone ? parsePhoneNumberFromString(phone) : undefined;
  return known ? `+${known.countryCallingCode} ${known.nationalNumber}` : "";
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

const withoutBlanks = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
