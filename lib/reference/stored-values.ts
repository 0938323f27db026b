/**
 * The lists of values that the database stores and that contracts, pages and words share: statuses, kinds, the
 * vocabulary of the checkout. The browser can load this file.
 */

export const checkoutMethods = ["credit_card_co", "3co_simple"] as const;
export type CheckoutMethod = (typeof checkoutMethods)[number];

export const sessionStates = ["hosted", "authorising", "challenged", "finalising", "finalised"] as const;
export type SessionState = (typeof sessionStates)[number];

export const moneyStates = ["not_charged", "charged", "confirming", "returning"] as const;
export type MoneyState = (typeof moneyStates)[number];

/** The reasons why an attempt failed. The hosted page has a text for each reason. */
export const notices = [
  "declined",
  "funds",
  "card_expired",
  "cvc",
  "card_number",
  "limit",
  "amount",
  "not_permitted",
  "call_bank",
  "details",
  "duplicate",
  "not_taken",
  "issuer_unavailable",
  "address",
  "authentication",
  "gateway_error",
  "not_reached",
  "order_busy",
  "order_paid",
  "taken_over",
  "link_busy",
  "link_closed",
  "link_used_up",
  "link_expired",
  "card_gone",
] as const;
export type Notice = (typeof notices)[number];

/** Only an open payment link can be paid. */
export const linkStates = ["open", "closed", "used_up", "expired"] as const;
export type LinkState = (typeof linkStates)[number];

/** Only a waiting card link can be opened. An exhausted one was opened as often as it may be. */
export type CardLinkState = "waiting" | "stored" | "withdrawn" | "expired" | "exhausted";

/** What a link may ask the payer for. The payment page always asks for an email address. */
export const linkFields = ["name", "phone", "address", "note"] as const;
export type LinkField = (typeof linkFields)[number];

export const transactionStatuses = ["success", "failed", "error", "incomplete"] as const;
export const refundStatuses = ["pending", "refunded", "rejected"] as const;
export const chargebackStatuses = ["open", "won", "lost"] as const;

/** The result of a payment as pages tell it apart. The API has fewer statuses. */
export const paymentOutcomes = [
  "success",
  "open",
  "confirming",
  "declined",
  "abandoned",
  "cancelled",
  "error",
] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** The statuses by which the dashboard filters payments. Each payment has one of them: that of its badge. */
export const statusFilters = [
  "paid",
  "open",
  "confirming",
  "declined",
  "abandoned",
  "cancelled",
  "error",
  "refund-pending",
  "partly-refunded",
  "refunded",
  "refund-rejected",
  "chargeback",
] as const;
export type StatusFilter = (typeof statusFilters)[number];

export const deliveryStatuses = ["pending", "delivered", "failed"] as const;

export const bankTypes = ["local", "foreign"] as const;
export type BankType = (typeof bankTypes)[number];

export const signedContents = ["body", "timestamp_body"] as const;

export const withdrawalTypes = ["normal", "sub_banked", "sub_unbanked"] as const;

export const mailKinds = [
  "receipt",
  "refund",
  "card_stored",
  "email_changed",
  "password_changed",
  "key_created",
  "key_rolled",
  "key_revoked",
  "hash_key_rotated",
  "bank_added",
  "bank_changed",
  "bank_removed",
  "withdrawal_created",
  "withdrawal_held",
  "webhook_added",
  "webhook_moved",
  "webhook_disabled",
  "signed_requests_off",
  "addresses_changed",
  "chargeback_opened",
  "chargeback_decided",
  "refund_rejected",
  "sign_up",
  "sign_up_known",
  "password_reset",
  "invitation",
  "email_confirmation",
  "email_change",
  "email_lost",
  "member_joined",
  "second_factor_enabled",
  "second_factor_disabled",
  "new_network",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** lib/withdrawals/status.ts has a name for each. */
export type WithdrawalStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6;
