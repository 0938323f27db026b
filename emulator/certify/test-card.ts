import { now } from "@/lib/kit/clock";
import { type CardNetwork, cardNetworks } from "@/lib/reference/card-networks";

/** A test card of the vendor. The number is public and belongs to no cardholder. */
export type TestCard = { number: string; network: CardNetwork; title: string };

const ofNetwork =
  (network: CardNetwork) =>
  (number: string, title: string): TestCard => ({ number, network, title });

export const visa = ofNetwork("visa");
export const mastercard = ofNetwork("mastercard");
export const amex = ofNetwork("amex");
export const discover = ofNetwork("discover");

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
export const maskedNumber = ({ number }: Pick<TestCard, "number">): string =>
  `${number.slice(0, 6)}…${number.slice(-4)}`;

/** A payment of the certification list. */
export type ListedPayment = { card: TestCard; expected: "approved" | "declined" };

/** What became of it. */
export type CertifiedPayment = ListedPayment & {
  money: string;
  identifier: string;
  result: string;
  isAsExpected: boolean;
  authorizationCode: string | null;
  rrn: string | null;
  /** The results of the checks of the address and the security code. */
  checks: string;
};
