import { describe, expect, it } from "vitest";
import { type AuthoriseRequest, browserStepsMax, type Gateway, type Outcome } from "@/lib/gateway/port";
import { newUlid } from "@/lib/kit/ids";
import { bankAnswer, type Charging, chargeRequest } from "./charges";

/** The test cards and the bank of an acquirer, so that the suite can drive any acquirer. */
export type Acquirer = {
  gateway: () => Gateway;
  /** The terminal of its charges. Null without terminals. */
  terminalId?: () => string | null;
  cards: { approved: string; declined: string; challenged: string };
  /** A charge that the bank passes without asking the payer. */
  frictionless: Charging;
  /** A charge whose bank looks at the browser first and then asks the payer. Not every acquirer has two pages. */
  inTwoSteps?: Charging;
  /** Returns the fields that the bank posts back after the customer's visit. */
  visitBank(html: string, visit: "pass" | "fail" | "cancel"): Promise<Record<string, string>>;
  /** Makes a charge that the acquirer receives but does not answer. Returns the outcome of the call that charges. */
  chargeInSilence(charge: (card?: string) => Promise<Outcome>): Promise<Outcome>;
};

/** The guarantees of the gateway port. Every acquirer must pass. */
export function describeConformance(name: string, acquirer: Acquirer): void {
  const { gateway, terminalId = () => null, cards, visitBank } = acquirer;
  const newRequest = (charging: Charging = {}) => chargeRequest({ terminalId: terminalId(), ...charging });

  /** Charges a card. Some acquirers send every customer to the bank, who passes. */
  const charge = async (request: AuthoriseRequest): Promise<Outcome> => {
    let outcome = await gateway().authorise(request);
    for (let step = 1; outcome.status === "challenge" && step <= browserStepsMax; step++) {
      const fields = await visitBank(outcome.html, "pass");
      outcome = await gateway().completeChallenge(bankAnswer(request.attemptId, fields, step));
    }
    return outcome;
  };
  const authorise = async (card: string) => {
    const request = newRequest({ card });
    return { id: request.attemptId, request, outcome: await charge(request) };
  };
  const challenge = async (requireAuthentication = false) => {
    const request = newRequest({ card: cards.challenged, requireAuthentication });
    const outcome = await gateway().authorise(request);
    if (outcome.status !== "challenge") throw new Error(`expected a challenge, not ${outcome.status}`);
    return { id: request.attemptId, html: outcome.html };
  };
  const unknownId = () => newUlid();

  describe(`${name}: a charge`, () => {
    it("is approved, and an inquiry says the same", async () => {
      const { id, outcome } = await authorise(cards.approved);
      expect(outcome).toMatchObject({
        status: "approved",
        avs: "match",
        reference: expect.stringMatching(/^\w{4,32}$/),
      });
      expect(await gateway().inquire(id)).toEqual(outcome);
    });

    it("is declined with a code, and an inquiry says the same", async () => {
      const { id, outcome } = await authorise(cards.declined);
      expect(outcome).toMatchObject({ status: "declined", code: expect.stringMatching(/^[0-9A-Z]{2}$/) });
      expect(await gateway().inquire(id)).toEqual(outcome);
    });

    it("asked for twice under one id is one charge with one answer", async () => {
      const { request, outcome } = await authorise(cards.approved);
      expect(await gateway().authorise({ ...request, card: { ...request.card, number: cards.declined } })).toEqual(
        outcome,
      );
    });

    it("that was never asked for is not found, nor voided, nor refunded", async () => {
      const id = unknownId();
      expect(await gateway().inquire(id)).toEqual({ status: "not_found" });
      expect(await gateway().void(id)).toEqual({ status: "not_found" });
      expect(await gateway().completeChallenge(bankAnswer(id))).toEqual({ status: "not_found" });
      const refund = { refundId: newUlid(), attemptId: id, amount: 1n, currency: "TTD" as const, simulation: null };
      expect(await gateway().refund(refund)).toEqual({ status: "not_found" });
    });

    it("that was voided stays voided, however often", async () => {
      const { id, request } = await authorise(cards.approved);
      expect(await gateway().void(id)).toEqual({ status: "voided" });
      expect(await gateway().void(id)).toEqual({ status: "voided" });
      expect(await gateway().inquire(id)).toEqual({ status: "voided" });
      expect(await gateway().authorise(request)).toEqual({ status: "voided" });
    });

    it("without an answer is unknown, and can be voided all the same", async () => {
      const { attemptId } = newRequest();
      const outcome = await acquirer.chargeInSilence((card = cards.approved) =>
        charge({ ...newRequest({ card }), attemptId }),
      );
      expect(outcome).toEqual({ status: "unknown" });
      expect(await gateway().void(attemptId)).toEqual({ status: "voided" });
      expect(await gateway().inquire(attemptId)).toEqual({ status: "voided" });
    });
  });

  describe(`${name}: a challenge`, () => {
    it("is a whole page that posts a form by itself, or by a button", async () => {
      const { html } = await challenge();
      expect(html).toMatch(/^<!doctype html>/i);
      expect(html).toMatch(/<form [^>]*action=["'][^"']+["']/);
      expect(html).toContain("submit()");
      expect(html).toMatch(/<button type="submit">[^<]+<\/button>/);
    });

    it("charges once the bank passed the customer and its answer was handed in, not before", async () => {
      const { id, html } = await challenge();
      const fields = await visitBank(html, "pass");
      expect(await gateway().inquire(id)).toMatchObject({ status: "challenge" });
      const outcome = await gateway().completeChallenge(bankAnswer(id, fields));
      expect(outcome).toMatchObject({ status: "approved" });
      expect(await gateway().completeChallenge(bankAnswer(id, fields))).toEqual(outcome);
      expect(await gateway().completeChallenge(bankAnswer(id))).toEqual(outcome);
      expect(await gateway().inquire(id)).toEqual(outcome);
    });

    it.each(["fail", "cancel"] as const)("declines 3D after «%s» at the bank", async (visit) => {
      const { id, html } = await challenge();
      const fields = await visitBank(html, visit);
      const declined = await gateway().completeChallenge(bankAnswer(id, fields));
      expect(declined).toMatchObject({ status: "declined", code: "3D" });
      expect(await gateway().completeChallenge(bankAnswer(id, fields))).toEqual(declined);
      expect(await gateway().inquire(id)).toEqual(declined);
    });

    it("does not believe another charge's answer, and stays declined", async () => {
      const [mine, other] = [await challenge(), await challenge()];
      const stolen = await visitBank(other.html, "pass");
      expect(await gateway().completeChallenge(bankAnswer(mine.id, stolen))).toMatchObject({ code: "3D" });
      const { id, html } = await challenge();
      await visitBank(html, "pass");
      expect(await gateway().completeChallenge(bankAnswer(id, stolen))).toMatchObject({ code: "3D" });
    });

    it("is pending to an inquiry until the customer answers it", async () => {
      const { id, html } = await challenge();
      expect(html).not.toBe("");
      expect(await gateway().inquire(id)).toMatchObject({ status: "challenge" });
    });

    it("that was voided can never be completed", async () => {
      const { id, html } = await challenge();
      const fields = await visitBank(html, "pass");
      expect(await gateway().void(id)).toEqual({ status: "voided" });
      expect(await gateway().completeChallenge(bankAnswer(id, fields))).toEqual({ status: "voided" });
      expect(await gateway().inquire(id)).toEqual({ status: "voided" });
    });
  });

  describe(`${name}: the pages of the bank`, () => {
    it("are at most three for one charge", async () => {
      for (const charging of [acquirer.frictionless, acquirer.inTwoSteps ?? {}, { card: cards.challenged }]) {
        expect((await charge(newRequest(charging))).status).toBe("approved");
      }
    });

    it.runIf(acquirer.inTwoSteps)("follow each other, and only the answer to the last one charges", async () => {
      const request = newRequest(acquirer.inTwoSteps);
      const { attemptId } = request;
      const first = await gateway().authorise(request);
      expect(first).toMatchObject({ status: "challenge" });
      const answer = bankAnswer(attemptId, await visitBank("html" in first ? first.html : "", "pass"), 1);
      const second = await gateway().completeChallenge(answer);
      expect(second).toMatchObject({ status: "challenge" });
      expect(second).not.toEqual(first);
      // The browser may post the first page twice.
      expect(await gateway().completeChallenge(answer)).toEqual(second);
      expect(await gateway().inquire(attemptId)).toMatchObject({ status: "challenge" });
      const fields = await visitBank("html" in second ? second.html : "", "pass");
      const outcome = await gateway().completeChallenge(bankAnswer(attemptId, fields, 2));
      expect(outcome).toMatchObject({ status: "approved", isAuthenticated: true });
      expect(await gateway().inquire(attemptId)).toEqual(outcome);
    });
  });

  describe(`${name}: the use of a card`, () => {
    it("is accepted for a card that is stored now, and for a stored card whose owner pays", async () => {
      const stored = await charge(newRequest({ card: cards.approved, cardUse: { kind: "stored_now" } }));
      expect(stored).toMatchObject({ status: "approved" });
      const firstChargeId = stored.status === "approved" ? (stored.firstChargeId ?? null) : null;
      const later = newRequest({ card: cards.approved, cardUse: { kind: "used_by_owner", firstChargeId } });
      expect(await charge(later)).toMatchObject({ status: "approved" });
    });

    it("links later charges to the one that stored the card, if the acquirer gives an id", async () => {
      const request = newRequest({ card: cards.approved, cardUse: { kind: "stored_now" } });
      const stored = await charge(request);
      const { firstChargeId } = stored as { firstChargeId?: string };
      expect(firstChargeId ?? "no id").toMatch(/^[\w -]{1,64}$/);
      expect(await gateway().inquire(request.attemptId)).toEqual(stored);
      expect(await charge(newRequest({ card: cards.approved }))).not.toHaveProperty("firstChargeId");
    });

    it("without its owner has no page of the bank: the charge is made or refused at once", async () => {
      const cardUse = { kind: "used_without_owner", firstChargeId: null } as const;
      const request = newRequest({ card: cards.challenged, cardUse });
      const outcome = await gateway().authorise(request);
      expect(["approved", "declined", "error"]).toContain(outcome.status);
      const { status } = await gateway().inquire(request.attemptId);
      expect(status).toBe(outcome.status === "error" ? "not_found" : outcome.status);
    });
  });

  describe(`${name}: a charge that requires authentication`, () => {
    it("needs no challenge if the gateway itself confirms that the bank passed the payer", async () => {
      const outcome = await charge(newRequest({ ...acquirer.frictionless, requireAuthentication: true }));
      expect(outcome).toMatchObject({ status: "approved", isAuthenticated: true });
    });

    it.each(["approved", "challenged", "declined"] as const)("is challenged whatever the card: %s", async (card) => {
      const request = newRequest({ card: cards[card], requireAuthentication: true });
      expect(await gateway().authorise(request)).toMatchObject({ status: "challenge" });
      expect(await gateway().inquire(request.attemptId)).toMatchObject({ status: "challenge" });
    });

    it("is approved as authenticated once the bank passed the customer, and an inquiry says the same", async () => {
      const { id, html } = await challenge(true);
      const outcome = await gateway().completeChallenge(bankAnswer(id, await visitBank(html, "pass")));
      expect(outcome).toMatchObject({ status: "approved", isAuthenticated: true });
      expect(await gateway().inquire(id)).toEqual(outcome);
    });

    it("is declined with 3D where the customer was not authenticated", async () => {
      const { id, html } = await challenge(true);
      const outcome = await gateway().completeChallenge(bankAnswer(id, await visitBank(html, "fail")));
      expect(outcome).toMatchObject({ status: "declined", code: "3D" });
    });
  });

  describe(`${name}: a refund`, () => {
    const refundOf = (attemptId: string, amount: bigint, refundId: string = newUlid()) =>
      gateway().refund({ refundId, attemptId, amount, currency: "TTD", simulation: null });

    it("goes up to the amount, in parts, each once, and can be asked about", async () => {
      const { id } = await authorise(cards.approved);
      const refundId = newUlid();
      expect(await gateway().inquire(refundId)).toEqual({ status: "not_found" });
      expect(await refundOf(id, 1000n, refundId)).toEqual({ status: "refunded" });
      expect(await refundOf(id, 1000n, refundId)).toEqual({ status: "refunded" });
      expect(await gateway().inquire(refundId)).toEqual({ status: "refunded" });
      expect(await refundOf(id, 206n)).toMatchObject({ status: "error" });
      expect(await refundOf(id, 205n)).toEqual({ status: "refunded" });
      expect(await refundOf(id, 1n)).toMatchObject({ status: "error" });
      expect(await gateway().inquire(id)).toMatchObject({ status: "approved" });
    });

    it("is refused for what was not charged, or is in another currency, or is nothing", async () => {
      const { id: declined } = await authorise(cards.declined);
      const { id: pending } = await challenge();
      const { id: voided } = await authorise(cards.approved);
      await gateway().void(voided);
      for (const id of [declined, pending, voided]) expect(await refundOf(id, 1n)).toMatchObject({ status: "error" });
      const { id } = await authorise(cards.approved);
      const refund = { refundId: newUlid(), attemptId: id, amount: 1n, currency: "USD" as const, simulation: null };
      expect(await gateway().refund(refund)).toMatchObject({ status: "error" });
      expect(await refundOf(id, 0n)).toMatchObject({ status: "error" });
      expect(await gateway().inquire(refund.refundId)).toEqual({ status: "not_found" });
    });

    it("keeps its charge from being voided, and its id from another refund", async () => {
      const { id } = await authorise(cards.approved);
      const refundId = newUlid();
      await refundOf(id, 5n, refundId);
      expect(await gateway().void(id)).toMatchObject({ status: "error" });
      expect(await refundOf(id, 6n, refundId)).toMatchObject({ status: "error" });
    });
  });
}
