/** The test cards of the sandbox by name. Use any future expiry date and any security code. */
export const testCards = {
  visa: "4111111111111111",
  visa_2: "4242424242424242",
  mastercard: "5111111111111118",
  mastercard_2: "5555555555554444",
  mastercard_2_series: "2223003122003222",
  amex: "378282246310005",
  discover: "6011111111111117",
  declined_05: "4000000000000002",
  declined_51: "4000000000009995",
  declined_41: "4000000000009987",
  declined_43: "4000000000009979",
  declined_54: "4000000000000069",
  declined_82: "4000000000000127",
  declined_91: "4000000000000119",
  avs_street_and_zip_fail: "4000000000000010",
  avs_street_fail: "4000000000000028",
  avs_zip_fail: "4000000000000036",
  avs_unavailable: "4000000000000044",
  challenge_approved: "4000000000003220",
  challenge_declined_05: "4000008400001629",
  challenge_declined_51: "4000008260003178",
  authentication_error: "4000008400001280",
  frictionless: "4000000000003055",
  fault_slow: "4000000000000341",
  fault_no_answer_approved: "4000000000000358",
  fault_no_answer_declined: "4000000000000366",
  fault_no_answer: "4000000000000374",
} as const;
export type TestCard = keyof typeof testCards;

/** The right code on the page of the sandbox's bank. */
export const challengeCode = "123456";

type Gateway =
  | "approve"
  | "decline"
  | "slow_3_s"
  | "slow"
  | "slow_12_s"
  | "no_answer_approved"
  | "no_answer_declined"
  | "no_answer"
  | "late_approval"
  | "late_approval_settled";
type Bank = "refuses_framing" | "never_returns" | "returns_twice" | "returns_late" | "checks_device";
type Refund = "reject" | "no_answer";
type Avs = "card" | "match" | "street_and_zip_fail" | "street_fail" | "zip_fail" | "unavailable";

/** How the gateway and the bank behave in one session. `card`: as the card number says. */
export type Simulation = {
  gateway?: Gateway | "card";
  avs?: Avs;
  bank?: Bank | "normal";
  refund?: Refund | "accept";
  guard?: boolean;
};

type Behaviour = TestCard | Gateway | Bank | `refund_${Refund}` | "guard";
type Clock = "plus_10_s" | "last_20_s" | "past_end" | "stop";

/** The names in a permalink. */
export type PermalinkNames = {
  method?: "credit_card_co" | "3co_simple";
  behaviour?: Behaviour | readonly Behaviour[];
  clock?: Clock | readonly Clock[];
  avs?: Avs;
  lang?: "en" | "es" | "fr" | "nl" | "pt";
};
