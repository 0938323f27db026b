import { amex, discover, type ListedPayment, mastercard, visa } from "@/emulator/certify/test-card";

export const testCards = {
  approved: visa("4012000000020071", "frictionless, status Y"),
  challenged: visa("4012000000020006", "challenge, status Y"),
  unauthenticated: visa("4012000000020121", "frictionless, status N"),
  withoutThreeDS: visa("4333333333332222", "no 3DS"),
} as const;

/** The payments that the acquirer wants to see: approved and declined for each brand that the product accepts. */
export const certifications: readonly ListedPayment[] = [
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
