import {
  addressCode,
  approvedCode,
  cardEndingCodes,
  declinedCode,
  expiredCode,
  gatewayCode,
  gatewayErrorCode,
  leftCode,
  orderBusyCode,
  orderPaidCode,
  unauthenticatedCode,
} from "@/lib/reference/response-codes";
import type { Notice } from "./page-contract";

/** What the codes mean: to the merchant, and to the customer who may try again. */
export type ResultStatus = "success" | "failed" | "error";

type Meaning = { status: ResultStatus; text: string; notice?: Notice };

const declined: Meaning = { status: "failed", text: "Transaction is declined.", notice: "declined" };

const meanings: Readonly<Record<string, Meaning>> = {
  [approvedCode]: { status: "success", text: "Transaction is approved." },
  [declinedCode]: declined,
  "51": { status: "failed", text: "Insufficient funds.", notice: "funds" },
  "54": { status: "failed", text: "The card has expired.", notice: "card_expired" },
  "82": { status: "failed", text: "The security code is incorrect.", notice: "cvc" },
  "91": { status: "failed", text: "The card issuer is unavailable.", notice: "issuer_unavailable" },
  [expiredCode]: { status: "failed", text: "The session expired." },
  [leftCode]: { status: "failed", text: "The customer left the checkout." },
  [unauthenticatedCode]: { status: "failed", text: "3DS authentication failed.", notice: "authentication" },
  [addressCode]: { status: "failed", text: "The address could not be verified.", notice: "address" },
  [gatewayCode]: { status: "error", text: "The gateway did not answer.", notice: "not_reached" },
  // Of the form alone: the order is in another session's hands.
  [orderBusyCode]: { status: "failed", text: "The order is being paid elsewhere.", notice: "order_busy" },
  [orderPaidCode]: { status: "failed", text: "The order has been paid elsewhere.", notice: "order_paid" },
  [gatewayErrorCode]: { status: "error", text: "The gateway reported an error.", notice: "gateway_error" },
};

/** The code as it may be shown: where the bank says more than the holder may know, it is a plain decline. */
export const shownCode = (code: string): string => (isCardEnding(code) ? declinedCode : code);

const isCardEnding = (code: string): boolean => cardEndingCodes.some((ending) => ending === code);

const meaningOf = (code: string): Meaning => meanings[shownCode(code)] ?? declined;

export const statusOfCode = (code: string): ResultStatus => meaningOf(code).status;
/** What the customer is told; nothing where there was no try to tell about. */
export const noticeOf = (code: string): Notice | null => meaningOf(code).notice ?? null;

const digits = { success: 1, failed: 2, error: 3 } as const;

/** `[2-R51]: Insufficient funds.` */
export function messageOf(code: string): string {
  const { status, text } = meaningOf(code);
  return `[${digits[status]}-R${shownCode(code)}]: ${text}`;
}
