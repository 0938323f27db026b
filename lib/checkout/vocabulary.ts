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

/** What a link may ask the payer for. The payment page always asks for an email address. */
export const linkFields = ["name", "phone", "address", "note"] as const;
export type LinkField = (typeof linkFields)[number];
