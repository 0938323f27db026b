/** Behaviours of the sandbox, chosen by the card number or in the checkout page's drawer. "card" means: by number. */
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

/** Behaviours of the bank's challenge page. */
export const bankBehaviours = ["normal", "refuses_framing", "never_returns", "returns_twice", "returns_late"] as const;

/** Outcomes of a refund. "no_answer" is carried out, but the answer is lost. */
export const refundBehaviours = ["accept", "reject", "no_answer"] as const;

export type Simulation = {
  gateway: (typeof gatewayBehaviours)[number];
  avs: (typeof avsBehaviours)[number];
  bank: (typeof bankBehaviours)[number];
  refund: (typeof refundBehaviours)[number];
  /** Switches on the card testing guard, which is off in sandbox. */
  guard: boolean;
};

export const simulationDefault: Simulation = {
  gateway: "card",
  avs: "card",
  bank: "normal",
  refund: "accept",
  guard: false,
};

/** The right code on the sandbox bank's challenge page. */
export const challengeCode = "123456";
