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

type BehaviourOf<Kind extends CardBehaviour["kind"]> = Extract<CardBehaviour, { kind: Kind }>;

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

const checksAddress = (answer: BehaviourOf<"avs">["answer"], number: string, label: string): TestCard => ({
  name: `avs_${answer}`,
  number,
  group: "avs",
  label,
  behaviour: { kind: "avs", answer },
});

const challenges = (result: string, number: string, code: string, outcome: string): TestCard => ({
  name: `challenge_${result}`,
  number,
  group: "3ds",
  label: `Challenge, then ${outcome}`,
  behaviour: { kind: "challenge", code },
});

const fails = (fault: BehaviourOf<"fault">["fault"], number: string, label: string): TestCard => ({
  name: `fault_${fault}`,
  number,
  group: "fault",
  label,
  behaviour: { kind: "fault", fault },
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

  checksAddress("street_and_zip_fail", "4000000000000010", "Street and postcode fail"),
  checksAddress("street_fail", "4000000000000028", "Street fails"),
  checksAddress("zip_fail", "4000000000000036", "Postcode fails"),
  checksAddress("unavailable", "4000000000000044", "Address check unavailable"),
  challenges("approved", "4000000000003220", approvedCode, "approved"),
  challenges("declined_05", "4000008400001629", "05", "declined 05"),
  challenges("declined_51", "4000008260003178", "51", "declined 51: insufficient funds"),
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
  fails("slow", "4000000000000341", "Answers after 8 s, approved"),
  fails("no_answer_approved", "4000000000000358", "No answer; approved by inquiry after 20 s"),
  fails("no_answer_declined", "4000000000000366", "No answer; declined by inquiry after 20 s"),
  fails("no_answer", "4000000000000374", "No answer, ever"),
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
