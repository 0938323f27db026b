/** Values that the hosted page, the server and the database share. The browser can load this file. */

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
  "card_gone",
] as const;
export type Notice = (typeof notices)[number];
