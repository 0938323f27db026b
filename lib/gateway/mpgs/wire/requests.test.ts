import fc from "fast-check";
import { expect, it } from "vitest";
import { chargeRequest } from "@/tests/support/in-process/charges";
import { authenticateBody, initiateBody, payerFacts, paymentBody, sessionBody } from "./requests";

/** Texts as payers and their browsers send them: blank, long, or in any script. */
const anyText = fc.oneof(
  fc.constantFrom("", " ", "\u{1F600}".repeat(300)),
  fc.string({ unit: "grapheme", maxLength: 400 }),
);
const anyDetail = fc.option(anyText);
const money = { amount: 1205n, currency: "TTD" } as const;

function leavesOf(value: unknown): unknown[] {
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

it("no field is blank or null, and none ends with half a character, whatever the payer and the browser send", () => {
  const customer = fc.record({
    ...{ email: fc.option(fc.emailAddress()), phone: anyDetail, address1: anyDetail, address2: anyDetail },
    ...{
      city: anyDetail,
      region: anyDetail,
      zipcode: anyDetail,
      country: fc.option(fc.constantFrom("TT", "BB", "ZZ")),
    },
  });
  const browser = fc.record({ userAgent: anyText, accept: anyText, language: anyText });
  fc.assert(
    fc.property(customer, browser, anyText, (details, facts, name) => {
      const request = chargeRequest();
      const { browser: usual, card } = request;
      const asked = { ...request, customer: details, card: { ...card, name }, browser: { ...usual, ...facts } };
      const known = payerFacts(asked);
      const payment = { sessionId: "S", isAuthenticated: true, needsCapture: false, facts: known, ...money };
      const bodies = [
        sessionBody(asked),
        initiateBody("S", asked),
        authenticateBody("S", known, { ...money, returnUrl: "https://pay.example/return" }),
        paymentBody(payment),
      ];
      for (const leaf of leavesOf(bodies)) {
        expect(leaf).not.toBeNull();
        if (typeof leaf === "string")
          expect([leaf.trim(), leaf.isWellFormed()]).toEqual([expect.stringMatching(/./s), true]);
      }
    }),
  );
});

it("the bank gets a billing address only if it has a street and a country, and the country as three letters", () => {
  const request = chargeRequest();
  expect(payerFacts(request).billing?.address).toEqual({
    ...{ street: "1 Bay Street", city: "Bridgetown", stateProvince: "08", postcodeZip: "BB11000", country: "BRB" },
  });
  expect(payerFacts({ ...request, customer: { ...request.customer, address1: null } })).not.toHaveProperty("billing");
});
