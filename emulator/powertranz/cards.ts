import { passesLuhn } from "@/lib/kit/luhn";
import { type AuthenticationStatus, brandOf, type EmulatorCard, type Flow, usualBehaviour } from "./card-model";
import { ownCards } from "./own-cards";

type Row = [number: string, flow: Flow, status: AuthenticationStatus | null, isoCode: string, cvv?: string];

/** The vendor's test cards. */
const vendorRows: readonly Row[] = [
  ["4012000000020071", "frictionless", "Y", "00"],
  ["4012000000020089", "frictionless", "A", "00"],
  ["5100270000000023", "frictionless", "Y", "00"],
  ["4012000000020006", "challenge", "Y", "00"],
  ["5100270000000031", "challenge", "Y", "00"],
  ["4012010000020070", "fingerprint", "Y", "00"],
  ["4012010000020088", "fingerprint", "A", "00"],
  ["5100271000000120", "fingerprint", "Y", "00"],
  ["4012010000020005", "fingerprint_challenge", "Y", "00"],
  ["4333333333332222", "none", null, "00"],
  ["5333333333332222", "none", null, "00"],
  ["341111000000009", "frictionless", "Y", "00"],
  ["341111000000011", "frictionless", "A", "00"],
  ["341112000000001", "fingerprint_challenge", "Y", "00"],
  ["341111000000037", "challenge", "Y", "00"],
  ["341112000008012", "fingerprint", "Y", "00"],
  ["343333333333335", "none", null, "00"],
  ["6011111111111111", "frictionless", "Y", "00"],
  ["3528111111111108", "frictionless", "Y", "00"],
  ["4012000000020121", "frictionless", "N", "12"],
  ["5100270000000098", "frictionless", "N", "12"],
  ["5100270000000056", "challenge", "N", "12"],
  ["5100270000000072", "frictionless", "R", "12"],
  ["4666666666662222", "frictionless", "A", "05", "N"],
  ["5555666666662222", "frictionless", "U", "05"],
  ["4111111111119999", "frictionless", "A", "98"],
  ["5111111111113333", "frictionless", "A", "05"],
  ["4111111111110000", "challenge", "Y", "91"],
  ["5111111111110000", "challenge", "Y", "91"],
  ["341111000000029", "frictionless", "N", "12"],
  ["6011111111111152", "frictionless", "Y", "05"],
  ["3528111111111157", "frictionless", "Y", "05"],
];

const flowWords: Record<Flow, string> = {
  none: "no 3-D Secure",
  frictionless: "frictionless",
  fingerprint: "fingerprint, then frictionless",
  challenge: "challenge",
  fingerprint_challenge: "fingerprint, then challenge",
};

function describeCard(flow: Flow, status: AuthenticationStatus | null, isoCode: string): string {
  const outcome = isoCode === "00" ? "approved" : `declined with ${isoCode}`;
  return [flowWords[flow], ...(status ? [`status ${status}`] : []), outcome].join(", ");
}

function vendorCard([number, flow, status, isoCode, cvv = "M"]: Row): EmulatorCard {
  return {
    ...usualBehaviour(brandOf(number) ?? "Visa"),
    number,
    flow,
    status,
    isoCode,
    cvv,
    description: `${describeCard(flow, status, isoCode)}${cvv === "M" ? "" : `, CVV ${cvv}`}`,
  };
}

/** Corrects the last digit. If another card has that number, the digit before it changes too. */
function twinOf(number: string, isTaken: (candidate: string) => boolean): string {
  for (let step = 0; step < 10; step++) {
    const before = (Number(number.at(-2)) + step) % 10;
    for (let last = 0; last < 10; last++) {
      const candidate = `${number.slice(0, -2)}${before}${last}`;
      if (passesLuhn(candidate) && !isTaken(candidate)) return candidate;
    }
  }
  throw new Error("Every candidate for the twin belongs to another card.");
}

function withTwins(cards: readonly EmulatorCard[]): EmulatorCard[] {
  const taken = new Set(cards.map(({ number }) => number));
  return cards.map((card) => {
    if (passesLuhn(card.number)) return card;
    const twin = twinOf(card.number, (candidate) => taken.has(candidate));
    taken.add(twin);
    return { ...card, twin };
  });
}

/** Every card with a behaviour of its own. Any other card is frictionless with status Y, and approved. */
export const emulatorCards: readonly EmulatorCard[] = withTwins([...vendorRows.map(vendorCard), ...ownCards]);

const cardsByNumber = new Map(
  emulatorCards.flatMap((card) => [card.number, card.twin].flatMap((number) => (number ? [[number, card]] : []))),
);

export function findCard(number: string): EmulatorCard {
  return cardsByNumber.get(number) ?? vendorCard([number, "frictionless", "Y", "00"]);
}
