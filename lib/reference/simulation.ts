/**
 * Behaviours of the sandbox acquirer. A tester chooses one in the sandbox drawer of the checkout page. "card" means
 * that the card number decides.
 */
export const gatewayBehaviours = [
  "card",
  "approve",
  "decline",
  "slow_3_s",
  "slow",
  "slow_12_s",
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

/** Behaviours of the simulated bank's challenge page. */
export const bankBehaviours = [
  "normal",
  "refuses_framing",
  "never_returns",
  "returns_twice",
  "returns_late",
  "checks_device",
] as const;

/** Simulated outcomes of a refund. With "no_answer" the refund is carried out, but the gateway's answer is lost. */
export const refundBehaviours = ["accept", "reject", "no_answer"] as const;

export type Simulation = {
  gateway: (typeof gatewayBehaviours)[number];
  avs: (typeof avsBehaviours)[number];
  bank: (typeof bankBehaviours)[number];
  refund: (typeof refundBehaviours)[number];
  /** Switches on the guard against card testing, which is off in sandbox by default. */
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

/** Moves of a session's clock: how far the clock moves on, if so much of the session is left. */
export const clockMoves = {
  plus_10_s: { words: "+10 s", advanceMs: () => 10_000 },
  last_20_s: { words: "Last 20 s", advanceMs: (remainingMs: number) => Math.max(0, remainingMs - 20_000) },
  past_end: { words: "Past end", advanceMs: (remainingMs: number) => remainingMs + 1_000 },
} as const;
export type ClockMove = keyof typeof clockMoves;
