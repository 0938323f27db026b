import { describe, expect, it } from "vitest";
import type { Gateway } from "@/lib/gateway/port";
import { newUlid } from "@/lib/kit/ids";
import { chargeRequest } from "./charges";

/** How an acquirer's own test cards and bank are used, so that the suite can drive any of them. */
export type Acquirer = {
  gateway: () => Gateway;
  cards: { approved: string; declined: string; challenged: string; silent: string };
  /** What the bank posts back once the customer did this on its page. */
  visitBank(html: string, visit: "pass" | "fail" | "cancel"): Promise<Record<string, string>>;
  /** Calls, and lets as much time go by as the answer takes. */
  waitOut<Result>(call: Promise<Result>): Promise<Result>;
};

/** What the checkout relies on, of whichever acquirer. */
export function describeConformance(name: string, { gateway, cards, visitBank, waitOut }: Acquirer): void {
  const authorise = async (card: string) => {
    const request = chargeRequest({ card });
    return { id: request.attemptId, request, outcome: await gateway().authorise(request) };
  };
  const challenge = async () => {
    const { id, outcome } = await authorise(cards.challenged);
    if (outcome.status !== "challenge") throw new Error(`expected a challenge, not ${outcome.status}`);
    return { id, html: outcome.html };
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
      expect(outcome).toEqual({ status: "declined", code: expect.stringMatching(/^[0-9A-Z]{2}$/) });
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
      expect(await gateway().completeChallenge({ attemptId: id, fields: {} })).toEqual({ status: "not_found" });
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
      const request = chargeRequest({ card: cards.silent });
      expect(await waitOut(gateway().authorise(request))).toEqual({ status: "unknown" });
      expect(await gateway().void(request.attemptId)).toEqual({ status: "voided" });
      expect(await gateway().inquire(request.attemptId)).toEqual({ status: "voided" });
    });
  });

  describe(`${name}: a challenge`, () => {
    it("is a whole page that posts a form by itself, or by a button", async () => {
      const { html } = await challenge();
      expect(html).toMatch(/^<!doctype html>/i);
      expect(html).toMatch(/<form method="post" action="[^"]+"/);
      expect(html).toContain("submit()");
      expect(html).toMatch(/<button type="submit">[^<]+<\/button>/);
    });

    it("charges once the bank passed the customer and its answer was handed in, not before", async () => {
      const { id, html } = await challenge();
      const fields = await visitBank(html, "pass");
      expect(await gateway().inquire(id)).toMatchObject({ status: "challenge" });
      const outcome = await gateway().completeChallenge({ attemptId: id, fields });
      expect(outcome).toMatchObject({ status: "approved" });
      expect(await gateway().completeChallenge({ attemptId: id, fields })).toEqual(outcome);
      expect(await gateway().completeChallenge({ attemptId: id, fields: {} })).toEqual(outcome);
      expect(await gateway().inquire(id)).toEqual(outcome);
    });

    it.each(["fail", "cancel"] as const)("declines 3D after «%s» at the bank", async (visit) => {
      const { id, html } = await challenge();
      const fields = await visitBank(html, visit);
      const declined = { status: "declined", code: "3D" };
      expect(await gateway().completeChallenge({ attemptId: id, fields })).toEqual(declined);
      expect(await gateway().completeChallenge({ attemptId: id, fields })).toEqual(declined);
      expect(await gateway().inquire(id)).toEqual(declined);
    });

    it("does not believe another charge's answer, and stays declined", async () => {
      const [mine, other] = [await challenge(), await challenge()];
      const stolen = await visitBank(other.html, "pass");
      expect(await gateway().completeChallenge({ attemptId: mine.id, fields: stolen })).toMatchObject({ code: "3D" });
      const { id, html } = await challenge();
      await visitBank(html, "pass");
      expect(await gateway().completeChallenge({ attemptId: id, fields: stolen })).toMatchObject({ code: "3D" });
    });

    it("is pending to an inquiry until the customer answers it", async () => {
      const { id, html } = await challenge();
      expect(await gateway().inquire(id)).toEqual({ status: "challenge", html });
    });

    it("that was voided can never be completed", async () => {
      const { id, html } = await challenge();
      const fields = await visitBank(html, "pass");
      expect(await gateway().void(id)).toEqual({ status: "voided" });
      expect(await gateway().completeChallenge({ attemptId: id, fields })).toEqual({ status: "voided" });
      expect(await gateway().inquire(id)).toEqual({ status: "voided" });
    });
  });

  describe(`${name}: a charge that requires authentication`, () => {
    it.each(["approved", "challenged", "declined"] as const)("is challenged whatever the card: %s", async (card) => {
      const request = chargeRequest({ card: cards[card], requireAuthentication: true });
      expect(await gateway().authorise(request)).toMatchObject({ status: "challenge" });
      expect(await gateway().inquire(request.attemptId)).toMatchObject({ status: "challenge" });
    });

    it("is approved as authenticated once the bank passed the customer, and an inquiry says the same", async () => {
      const request = chargeRequest({ card: cards.approved, requireAuthentication: true });
      const shown = await gateway().authorise(request);
      const fields = await visitBank(shown.status === "challenge" ? shown.html : "", "pass");
      const outcome = await gateway().completeChallenge({ attemptId: request.attemptId, fields });
      expect(outcome).toMatchObject({ status: "approved", isAuthenticated: true });
      expect(await gateway().inquire(request.attemptId)).toEqual(outcome);
    });

    it("is declined with 3D where the customer was not authenticated", async () => {
      const request = chargeRequest({ card: cards.approved, requireAuthentication: true });
      const shown = await gateway().authorise(request);
      const fields = await visitBank(shown.status === "challenge" ? shown.html : "", "fail");
      const answer = { attemptId: request.attemptId, fields };
      expect(await gateway().completeChallenge(answer)).toEqual({ status: "declined", code: "3D" });
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
