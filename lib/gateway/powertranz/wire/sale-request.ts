import type { AuthoriseRequest } from "@/lib/gateway/port";
import { formatMinor, type Minor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import { billingAddressOf, cardholderNameOf, isVerifiable } from "./billing-address";

/** The ISO 4217 numbers of our currencies. Barbados keeps its leading zero. */
export const currencyNumbers = {
  BBD: "052",
  GYD: "328",
  JMD: "388",
  TTD: "780",
  USD: "840",
  XCD: "951",
} as const satisfies Record<Currency, string>;

const noPreference = "01";
const challengeRequired = "04";

/** The body of the first call, which starts 3DS. It charges nothing. */
export function saleBody(request: AuthoriseRequest, transactionIdentifier: string): string {
  const { attemptId, transactionId, card, browser, amount, currency, returnUrl } = request;
  const address = billingAddressOf(request);
  return withAmount(amount, {
    TransactionIdentifier: transactionIdentifier,
    CurrencyCode: currencyNumbers[currency],
    ThreeDSecure: true,
    ...(request.verifyAddress && isVerifiable(address) && { AddressVerification: true }),
    Source: {
      CardPan: card.number,
      CardCvv: card.cvc,
      CardExpiration: expiryOf(card),
      CardholderName: cardholderNameOf(card.name),
    },
    // Each attempt has an order identifier of its own, so that the host does not take a second attempt for a duplicate.
    OrderIdentifier: `${transactionId}-${attemptId.slice(-4)}`,
    ExternalIdentifier: attemptId,
    BillingAddress: address,
    ExtendedData: {
      ThreeDSecure: {
        ChallengeWindowSize: Number(browser.challengeWindow),
        ChallengeIndicator: request.requireAuthentication ? challengeRequired : noPreference,
      },
      MerchantResponseUrl: returnUrl,
    },
  });
}

/** JSON with the amount as a number with two decimals, such as 99.00. `JSON.stringify` would write 99. */
export function withAmount(amount: Minor, fields: Readonly<Record<string, unknown>>): string {
  return `{"TotalAmount":${formatMinor(amount)},${JSON.stringify(fields).slice(1)}`;
}

const expiryOf = ({ expiryMonth, expiryYear }: AuthoriseRequest["card"]): string =>
  `${String(expiryYear % 100).padStart(2, "0")}${String(expiryMonth).padStart(2, "0")}`;

/** Security codes that banks never issue. The acquirer's certification demands that they are refused. */
const impossibleCvcs: ReadonlySet<string> = new Set(["000", "999", "0000", "9999"]);

export const isPossibleCvc = (cvc: string): boolean => !impossibleCvcs.has(cvc);
