import { cardNetworks, detectNetwork, groupDigits } from "./card-networks";
import { approvedCode, unauthenticatedCode } from "./response-codes";
import type { avsBehaviours } from "./simulation";

/**
 * The test cards of the sandbox. The sandbox acquirer follows this list; the docs and the sandbox drawer of the
 * checkout page show it. A card number that is not listed is approved if its check digit is valid.
 */
export type CardBehaviour =
  | { kind: "approve" }
  /** `code` is the ISO 8583 response, or "3D" if 3DS did not authenticate the customer. */
  | { kind: "decline"; code: string }
  | { kind: "avs"; answer: Exclude<(typeof avsBehaviours)[number], "card"> }
  /** The bank challenges the customer first. `code` is the bank's response to the charge after the challenge. */
  | { kind: "challenge"; code: string }
  | { kind: "fault"; fault: "slow" | "no_answer_approved" | "no_answer_declined" | "no_answer" };

export type TestCard = {
  /** The name of the card in permalinks. */
  name: string;
  number: string;
  group: "approve" | "decline" | "avs" | "3ds" | "fault";
  /** The label is in English only, because developers read it. */
  label: string;
  behaviour: CardBehaviour;
};

const approve = { kind: "approve" } as const;

const approves = (name: string, number: string, network: string): TestCard => ({
  name,
  number,
  group: "approve",
  label: `${network}, approved`,
  behaviour: approve,
});

const declines = (number: string, code: string, reason: string): TestCard => ({
  name: `declined_${code}`,
  number,
  group: "decline",
  label: `Declined ${code}: ${reason}`,
  behaviour: { kind: "decline", code },
});

export const testCards: readonly TestCard[] = [
  approves("visa", "4111111111111111", "Visa"),
  approves("visa_2", "4242424242424242", "Visa"),
  approves("mastercard", "5111111111111118", "Mastercard"),
  approves("mastercard_2", "5555555555554444", "Mastercard"),
  approves("mastercard_2_series", "2223003122003222", "Mastercard, 2-series"),
  approves("amex", "378282246310005", "American Express"),
  approves("discover", "6011111111111117", "Discover"),

  declines("4000000000000002", "05", "do not honour"),
  declines("4000000000009995", "51", "insufficient funds"),
  declines("4000000000009987", "41", "lost card"),
  declines("4000000000009979", "43", "stolen card"),
  declines("4000000000000069", "54", "expired card"),
  declines("4000000000000127", "82", "wrong CVC"),
  declines("4000000000000119", "91", "issuer unavailable"),

  {
    name: "avs_street_and_zip_fail",
    number: "4000000000000010",
    group: "avs",
    label: "Street and postcode fail",
    behaviour: { kind: "avs", answer: "street_and_zip_fail" },
  },
  {
    name: "avs_street_fail",
    number: "4000000000000028",
    group: "avs",
    label: "Street fails",
    behaviour: { kind: "avs", answer: "street_fail" },
  },
  {
    name: "avs_zip_fail",
    number: "4000000000000036",
    group: "avs",
    label: "Postcode fails",
    behaviour: { kind: "avs", answer: "zip_fail" },
  },
  {
    name: "avs_unavailable",
    number: "4000000000000044",
    group: "avs",
    label: "Address check unavailable",
    behaviour: { kind: "avs", answer: "unavailable" },
  },

  {
    name: "challenge_approved",
    number: "4000000000003220",
    group: "3ds",
    label: "Challenge, then approved",
    behaviour: { kind: "challenge", code: approvedCode },
  },
  {
    name: "challenge_declined_05",
    number: "4000008400001629",
    group: "3ds",
    label: "Challenge, then declined 05",
    behaviour: { kind: "challenge", code: "05" },
  },
  {
    name: "challenge_declined_51",
    number: "4000008260003178",
    group: "3ds",
    label: "Challenge, then declined 51: insufficient funds",
    behaviour: { kind: "challenge", code: "51" },
  },
  {
    name: "authentication_error",
    number: "4000008400001280",
    group: "3ds",
    label: "Authentication error, no challenge",
    behaviour: { kind: "decline", code: unauthenticatedCode },
  },
  {
    name: "frictionless",
    number: "4000000000003055",
    group: "3ds",
    label: "Frictionless, approved",
    behaviour: approve,
  },

  {
    name: "fault_slow",
    number: "4000000000000341",
    group: "fault",
    label: "Answers after 8 s, approved",
    behaviour: { kind: "fault", fault: "slow" },
  },
  {
    name: "fault_no_answer_approved",
    number: "4000000000000358",
    group: "fault",
    label: "No answer; approved by inquiry after 20 s",
    behaviour: { kind: "fault", fault: "no_answer_approved" },
  },
  {
    name: "fault_no_answer_declined",
    number: "4000000000000366",
    group: "fault",
    label: "No answer; declined by inquiry after 20 s",
    behaviour: { kind: "fault", fault: "no_answer_declined" },
  },
  {
    name: "fault_no_answer",
    number: "4000000000000374",
    group: "fault",
    label: "No answer, ever",
    behaviour: { kind: "fault", fault: "no_answer" },
  },
];

export const findTestCard = (name: string | null): TestCard | undefined => testCards.find((card) => card.name === name);

/** A security code for every test card. Cards with a three-digit code use its first three digits. */
export const testCode = "1234";

/** The card fields of the form, filled in with a test card. */
export function testFields({ number }: TestCard, today: { year: number }) {
  const network = detectNetwork(number);
  return {
    card_number: groupDigits(number),
    expiry: `12/${String(today.year + 3).slice(-2)}`,
    cvc: testCode.slice(0, network ? cardNetworks[network].cvcLength : testCode.length),
  };
}
