/**
 * How the sandbox can be told to behave, by the number of the card or by the drawer of the checkout
 * page. "card" leaves it to the number.
 */
export const gatewayBehaviours = [
  "card",
  "approve",
  "decline",
  "slow",
  "no_answer_approved",
  "no_answer_declined",
  "no_answer",
  "late_approval",
  "late_approval_settled",
] as const;

export const avsBehaviours = [
  "card",
  "match",
  "street_and_zip_fail",
  "street_fail",
  "zip_fail",
  "unavailable",
] as const;

/** What the bank's challenge page does. */
export const bankBehaviours = ["normal", "refuses_framing", "never_returns", "returns_twice", "returns_late"] as const;

/** What becomes of a refund: "no_answer" is carried out, but its answer gets lost. */
export const refundBehaviours = ["accept", "reject", "no_answer"] as const;

export type Simulation = {
  gateway: (typeof gatewayBehaviours)[number];
  avs: (typeof avsBehaviours)[number];
  bank: (typeof bankBehaviours)[number];
  refund: (typeof refundBehaviours)[number];
  /** Whether the card testing guard, which sandbox is without, is on. */
  guard: boolean;
};

export const simulationDefault: Simulation = {
  gateway: "card",
  avs: "card",
  bank: "normal",
  refund: "accept",
  guard: false,
};

/** What the customer types on the sandbox bank's challenge page. */
export const challengeCode = "123456";
