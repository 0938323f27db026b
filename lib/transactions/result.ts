import {
  addressCode,
  approvedCode,
  cardEndingCodes,
  cardExpiredCode,
  cardGoneCode,
  declinedCode,
  expiredCode,
  gatewayCode,
  gatewayErrorCode,
  leftCode,
  orderBusyCode,
  orderPaidCode,
  unauthenticatedCode,
} from "@/lib/reference/response-codes";

/** Maps response codes to status and message. */
export type ResultStatus = "success" | "failed" | "error";

type Meaning = { status: ResultStatus; text: string };

const declined: Meaning = { status: "failed", text: "Transaction is declined." };

const meanings: Readonly<Record<string, Meaning>> = {
  [approvedCode]: { status: "success", text: "Transaction is approved." },
  [declinedCode]: declined,
  "51": { status: "failed", text: "Insufficient funds." },
  [cardExpiredCode]: { status: "failed", text: "The card has expired." },
  "82": { status: "failed", text: "The security code is incorrect." },
  "91": { status: "failed", text: "The card issuer is unavailable." },
  [expiredCode]: { status: "failed", text: "The session expired." },
  [leftCode]: { status: "failed", text: "The customer left the checkout." },
  [unauthenticatedCode]: { status: "failed", text: "3DS authentication failed." },
  [addressCode]: { status: "failed", text: "The address could not be verified." },
  [gatewayCode]: { status: "error", text: "The gateway did not answer." },
  [cardGoneCode]: { status: "failed", text: "The card is no longer stored." },
  // The next two codes appear only on the payment form, while or after another session pays the same order.
  [orderBusyCode]: { status: "failed", text: "The order is being paid elsewhere." },
  [orderPaidCode]: { status: "failed", text: "The order has been paid elsewhere." },
  [gatewayErrorCode]: { status: "error", text: "The gateway reported an error." },
};

/** The codes that a finalised payment can have. */
export const finalCodes: readonly string[] = Object.keys(meanings)
  .filter((code) => code !== orderBusyCode && code !== orderPaidCode)
  .sort();

/** Shows lost and stolen cards (41, 43) as a plain decline, because the customer must not learn the reason. */
export const shownCode = (code: string): string => (isCardEnding(code) ? declinedCode : code);

const isCardEnding = (code: string): boolean => cardEndingCodes.some((ending) => ending === code);

/** Unknown codes are treated as a plain decline. */
export const isKnownCode = (code: string): boolean => shownCode(code) in meanings;

const meaningOf = (code: string): Meaning => meanings[shownCode(code)] ?? declined;

export const statusOfCode = (code: string): ResultStatus => meaningOf(code).status;

const digits = { success: 1, failed: 2, error: 3 } as const;

/** Returns the message of a response code, such as `[2-R51]: Insufficient funds.` */
export function messageOf(code: string): string {
  const { status, text } = meaningOf(code);
  return `[${digits[status]}-R${shownCode(code)}]: ${text}`;
}
