import { amex, type ListedPayment, mastercard, visa } from "@/emulator/certify/test-card";

/** The expiry of a test card decides its payment. */
export type Expiry = { month: number; year: number };

export const expiries = {
  approved: { month: 1, year: 2039 },
  declined: { month: 5, year: 2039 },
  expired: { month: 4, year: 2027 },
  timedOut: { month: 8, year: 2028 },
  failed: { month: 2, year: 2037 },
} as const satisfies Record<string, Expiry>;

/** The number of a test card decides 3DS. */
export const testCards = {
  frictionless: mastercard("5555555555000018", "frictionless"),
  challenged: visa("4440000009900010", "challenge"),
} as const;

export type ListedSale = ListedPayment & { expiry: Expiry };

const approved = { expected: "approved", expiry: expiries.approved } as const;
const declined = { expected: "declined", expiry: expiries.declined } as const;
/** 3DS refuses them, so their payment is never sent. */
const refused = { expected: "declined", expiry: expiries.approved } as const;

const visaWithMethod = visa("4440000042200014", "method page, frictionless");
const amexWithMethod = amex("371881887105009", "method page, frictionless");

/** Each flow of 3DS of the vendor's test cards, and an approved and a declined payment of each brand. */
export const listedSales: readonly ListedSale[] = [
  { card: visaWithMethod, ...approved },
  { card: testCards.challenged, ...approved },
  { card: visa("4440000042200022", "attempted"), ...approved },
  { card: visaWithMethod, ...declined },
  { card: testCards.frictionless, ...approved },
  { card: mastercard("5123456789012346", "method page, frictionless"), ...approved },
  { card: mastercard("5123450000000008", "method page, challenge"), ...approved },
  { card: mastercard("2223000000000007", "method page, challenge"), ...approved },
  { card: mastercard("5500005555555559", "attempted"), ...approved },
  { card: mastercard("5111111111111118", "not enrolled"), ...approved },
  { card: testCards.frictionless, ...declined },
  { card: testCards.frictionless, expected: "declined", expiry: expiries.failed },
  { card: mastercard("5506900140100503", "rejected"), ...refused },
  { card: mastercard("5210760000000004", "error in INITIATE_AUTHENTICATION"), ...refused },
  { card: mastercard("5455031257390496", "error in AUTHENTICATE_PAYER"), ...refused },
  { card: mastercard("5123459999998221", "unavailable"), ...refused },
  { card: amexWithMethod, ...approved },
  { card: amex("371881733404002", "challenge"), ...approved },
  { card: amexWithMethod, ...declined },
];
