import { now } from "@/lib/kit/clock";
import { type CardNetwork, cardNetworks } from "@/lib/reference/card-networks";

/** A test card of the vendor. The number is public and belongs to no cardholder. */
export type TestCard = { number: string; network: CardNetwork; title: string };

const visa = (number: string, title: string): TestCard => ({ number, network: "visa", title });
const mastercard = (number: string, title: string): TestCard => ({ number, network: "mastercard", title });
const amex = (number: string, title: string): TestCard => ({ number, network: "amex", title });
const discover = (number: string, title: string): TestCard => ({ number, network: "discover", title });

export const testCards = {
  approved: visa("4012000000020071", "frictionless, status Y"),
  challenged: visa("4012000000020006", "challenge, status Y"),
  unauthenticated: visa("4012000000020121", "frictionless, status N"),
  withoutThreeDS: visa("4333333333332222", "no 3DS"),
} as const;

export type Certification = { card: TestCard; expected: "approved" | "declined" };

/** The payments that the acquirer wants to see: approved and declined for each brand that the product accepts. */
export const certifications: readonly Certification[] = [
  { card: testCards.approved, expected: "approved" },
  { card: testCards.challenged, expected: "approved" },
  { card: visa("4666666666662222", "status A, wrong security code"), expected: "declined" },
  { card: mastercard("5100270000000023", "frictionless, status Y"), expected: "approved" },
  { card: mastercard("5100270000000031", "challenge, status Y"), expected: "approved" },
  { card: mastercard("5111111111113333", "status A"), expected: "declined" },
  { card: amex("341111000000009", "frictionless, status Y"), expected: "approved" },
  // The vendor has no Amex card that the bank declines after 3DS.
  { card: amex("341111000000029", "frictionless, status N"), expected: "declined" },
  { card: discover("6011111111111111", "frictionless"), expected: "approved" },
  { card: discover("6011111111111152", "frictionless"), expected: "declined" },
];

/** The security code is any number of the right length, and the expiry is any month to come. */
export const cardFieldsOf = ({ number, network }: TestCard) => ({
  number,
  network,
  cvc: "8135".slice(0, cardNetworks[network].cvcLength),
  expiryMonth: 12,
  expiryYear: now().getUTCFullYear() + 2,
  name: "Certification Test",
});

/** The first six and the last four digits, which may be shown. */
export const maskedNumber = ({ number }: TestCard): string => `${number.slice(0, 6)}…${number.slice(-4)}`;
