import { type DeclineCategory, declineOf } from "@/lib/reference/decline-codes";
import * as codes from "@/lib/reference/response-codes";
import type { Notice } from "@/lib/reference/stored-values";

/** The notice that the page shows for the code of a failed attempt. Null for a code that no failed attempt has. */
const ownNotices: Readonly<Record<typeof codes.approvedCode | (typeof codes.ownCodes)[number], Notice | null>> = {
  [codes.approvedCode]: null,
  [codes.expiredCode]: null,
  [codes.leftCode]: null,
  [codes.unauthenticatedCode]: "authentication",
  [codes.addressCode]: "address",
  [codes.gatewayCode]: "not_reached",
  [codes.gatewayDownCode]: "not_reached",
  [codes.gatewayErrorCode]: "gateway_error",
  [codes.cardGoneCode]: "card_gone",
  [codes.orderBusyCode]: "order_busy",
  [codes.orderPaidCode]: "order_paid",
  [codes.takenOverCode]: "taken_over",
  [codes.linkHeldCode]: "link_busy",
};

const declineNotices: Readonly<Record<DeclineCategory, Notice>> = {
  do_not_honor: "declined",
  approved_variant: "declined",
  pickup: "declined",
  suspected_fraud: "declined",
  pin: "declined",
  invalid_account: "declined",
  call_issuer: "call_bank",
  issuer_unavailable: "issuer_unavailable",
  insufficient_funds: "funds",
  limit_exceeded: "limit",
  invalid_amount: "amount",
  invalid_transaction: "not_permitted",
  not_permitted: "not_permitted",
  invalid_number: "card_number",
  expired_card: "card_expired",
  incorrect_cvc: "cvc",
  authentication_required: "authentication",
  duplicate: "duplicate",
  request_error: "details",
  processing_error: "gateway_error",
  merchant_config: "not_taken",
  reference_error: "not_taken",
};

const noticesOfOwnCodes: ReadonlyMap<string, Notice | null> = new Map(Object.entries(ownNotices));

export function noticeOf(code: string): Notice | null {
  const notice = noticesOfOwnCodes.get(code);
  return notice === undefined ? declineNotices[declineOf(code).category] : notice;
}
