import type { AuthoriseRequest, CardUse, ChallengeAnswer } from "@/lib/gateway/port";
import { newUlid } from "@/lib/kit/ids";
import { type Simulation, simulationDefault } from "@/lib/reference/simulation";

const standsAt = Date.UTC(2026, 10, 15, 12);

/** A session's clock that stands until a test moves it. */
export function createStandingClock() {
  let time = standsAt;
  return {
    timeOf: async () => new Date(time),
    advance(seconds: number) {
      time += seconds * 1000;
    },
  };
}

export type Charging = {
  card?: string;
  amount?: bigint;
  requireAuthentication?: boolean;
  cardUse?: CardUse;
  simulation?: Partial<Simulation>;
  /** The terminal of a live charge. */
  terminalId?: string | null;
};

/** What the checkout hands in when the browser returns from a page of the bank. */
export const bankAnswer = (
  attemptId: string,
  fields: Readonly<Record<string, string>> = {},
  step = 1,
): ChallengeAnswer => ({ attemptId, step, fields, returnUrl: `http://localhost:3000/challenge/${step + 1}` });

/** What the checkout would ask the gateway, with a new id each time. */
export function chargeRequest({
  card = "4111111111111111",
  amount = 1205n,
  requireAuthentication = false,
  cardUse = { kind: "once" },
  simulation,
  terminalId = null,
}: Charging = {}): AuthoriseRequest {
  const id = newUlid();
  return {
    attemptId: id,
    terminalId,
    calledAt: new Date(standsAt),
    transactionId: `SB-${id}`,
    orderId: "oid_123",
    amount,
    currency: "TTD",
    isVerification: cardUse.kind === "stored_now",
    requireAuthentication,
    cardUse,
    verifyAddress: true,
    platform: "TT",
    card: { number: card, expiryMonth: 4, expiryYear: 2031, cvc: "123", name: "Ada Lovelace", network: "visa" },
    customer: {
      email: "ada@example.com",
      phone: "+12462345678",
      address1: "1 Bay Street",
      address2: null,
      city: "Bridgetown",
      region: "BB-08",
      zipcode: "BB11000",
      country: "BB",
    },
    browser: {
      userAgent: "test",
      accept: "text/html",
      language: "en",
      address: "203.0.113.1",
      colorDepth: 24,
      screenWidth: 1280,
      screenHeight: 720,
      timeZoneOffset: 240,
      challengeWindow: "02",
    },
    returnUrl: "http://localhost:3000/checkout/token/return?a=1&b=2",
    simulation: simulation ? { ...simulationDefault, ...simulation } : null,
  };
}
