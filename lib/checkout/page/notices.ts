import type { Notice } from "@/lib/checkout/vocabulary";
import {
  addressCode,
  cardExpiredCode,
  cardGoneCode,
  declinedCode,
  gatewayCode,
  gatewayErrorCode,
  orderBusyCode,
  orderPaidCode,
  unauthenticatedCode,
} from "@/lib/reference/response-codes";
import { isKnownCode, shownCode } from "@/lib/transactions/result";

/** The notice that the page shows for the code of a failed attempt. */
const notices: Readonly<Record<string, Notice>> = {
  [declinedCode]: "declined",
  "51": "funds",
  [cardExpiredCode]: "card_expired",
  "82": "cvc",
  "91": "issuer_unavailable",
  [unauthenticatedCode]: "authentication",
  [addressCode]: "address",
  [gatewayCode]: "not_reached",
  [gatewayErrorCode]: "gateway_error",
  [cardGoneCode]: "card_gone",
  [orderBusyCode]: "order_busy",
  [orderPaidCode]: "order_paid",
};

/**
 * Returns the notice for a response code, or null for a code that no failed attempt has, such as an approval or an
 * expiry.
 */
export function noticeOf(code: string): Notice | null {
  return isKnownCode(code) ? (notices[shownCode(code)] ?? null) : "declined";
}
