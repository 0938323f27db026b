import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseMinor } from "@/lib/kit/money";
import { currencies } from "@/lib/reference/currencies";
import { chargeRequest } from "@/tests/support/in-process/charges";
import { testSeed } from "@/tests/support/in-process/seed";
import { billingAddressOf, cardholderNameOf } from "./billing-address";
import { currencyNumbers, isPossibleCvc, saleBody, withAmount } from "./sale-request";

const identifier = "40511888-ad35-4bba-8dcb-214f493e185c";

/** Random texts with accents, symbols, other scripts and blanks. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc.constantFrom("", " ", "José Núñez-O'Brien", "Straße 5/7 #3", "北京", "ß", "12 345-67", "A&B <b>"),
);
const maybe = fc.option(anyText);
const customer = fc.record({
  email: fc.option(fc.oneof(fc.emailAddress(), anyText)),
  phone: fc.option(fc.constantFrom("+18685550100", "+1 (868) 555-0100", "")),
  address1: maybe,
  address2: maybe,
  city: maybe,
  region: fc.option(fc.constantFrom("TT-POS", "US-NY", "BB-08")),
  zipcode: maybe,
  country: fc.option(fc.constantFrom("TT", "BB", "US", "GB", "XX")),
});

describe("the billing address", () => {
  it("follows the gateway's rules for every input", () => {
    fc.assert(
      fc.property(anyText, customer, (name, given) => {
        const { card } = chargeRequest();
        const address = billingAddressOf({ card: { ...card, name }, customer: given });
        const { EmailAddress, PostalCode, PhoneNumber, CountryCode, State, ...texts } = address;
        for (const text of Object.values(texts))
          expect(text).toMatch(/^[A-Za-z0-9'.-]([A-Za-z0-9 '.-]*[A-Za-z0-9'.-])?$/);
        for (const text of [address.FirstName, address.LastName, address.Line1, address.Line2])
          expect((text ?? "").length).toBeLessThanOrEqual(30);
        expect((address.City ?? "").length).toBeLessThanOrEqual(25);
        const place = [address.Line1, address.City, CountryCode].filter((part) => part !== undefined);
        expect([0, 3]).toContain(place.length);
        if (State !== undefined) expect([State, place.length]).toEqual([expect.stringMatching(/^[A-Z0-9]{1,3}$/), 3]);
        if (CountryCode !== undefined) expect(CountryCode).toMatch(/^\d{3}$/);
        if (PostalCode !== undefined) expect(PostalCode).toMatch(/^[A-Za-z0-9]{1,10}$/);
        if (PhoneNumber !== undefined) expect(PhoneNumber).toMatch(/^\d{1,20}$/);
        if (EmailAddress !== undefined) expect(EmailAddress).toMatch(/^[\x21-\x7e]{1,50}$/);
      }),
      { seed: testSeed },
    );
  });

  it("keeps a Caribbean address and removes its accents", () => {
    const { card, customer: known } = chargeRequest();
    const given = { ...known, address1: "12 Rue Frédéric", city: "Saint-Georges", country: "GD", region: "GD-03" };
    expect(billingAddressOf({ card, customer: given })).toEqual({
      FirstName: "Ada",
      LastName: "Lovelace",
      Line1: "12 Rue Frederic",
      City: "Saint-Georges",
      CountryCode: "308",
      State: "03",
      PostalCode: "BB11000",
      EmailAddress: "ada@example.com",
      PhoneNumber: "12462345678",
    });
  });

  it("leaves the whole place out if one part of it is missing", () => {
    const { card, customer: known } = chargeRequest();
    for (const missing of [{ address1: null }, { city: null }, { country: null }]) {
      const address = billingAddressOf({ card, customer: { ...known, ...missing } });
      expect(Object.keys(address)).toEqual(["FirstName", "LastName", "EmailAddress", "PhoneNumber"]);
    }
  });
});

describe("the cardholder's name", () => {
  it("has 2 to 45 plain characters for every input", () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(cardholderNameOf(name)).toMatch(/^[A-Za-z0-9 '.-]{2,45}$/);
      }),
      { seed: testSeed },
    );
  });
});

describe("the body of the first call", () => {
  const bodyOf = (changes: Partial<ReturnType<typeof chargeRequest>> = {}) =>
    JSON.parse(saleBody({ ...chargeRequest(), ...changes }, identifier));

  it("has the exact amount as a number with two decimals, for every amount", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 100_000_000n }), (amount) => {
        const [, digits = ""] = /^\{"TotalAmount":(\d+\.\d\d),"A":1\}$/.exec(withAmount(amount, { A: 1 })) ?? [];
        expect(parseMinor(digits)).toBe(amount);
      }),
      { seed: testSeed },
    );
    expect(saleBody({ ...chargeRequest(), amount: 9900n }, identifier)).toContain('"TotalAmount":99.00,');
  });

  it("has the numeric currency, and Barbados keeps its zero", () => {
    expect(bodyOf({ currency: "BBD" }).CurrencyCode).toBe("052");
    expect(currencies.map((currency) => currencyNumbers[currency])).toEqual(["780", "840", "052", "951", "388", "328"]);
  });

  it("has the expiry as year and month", () => {
    expect(bodyOf().Source.CardExpiration).toBe("3104");
  });

  it("has the return address beside the 3DS settings, not inside them", () => {
    const { ExtendedData } = bodyOf();
    expect(ExtendedData.MerchantResponseUrl).toBe("http://localhost:3000/checkout/token/return?a=1&b=2");
    expect(ExtendedData.ThreeDSecure).toEqual({ ChallengeWindowSize: 2, ChallengeIndicator: "01" });
  });

  it("demands a challenge if the payer must be authenticated", () => {
    expect(bodyOf({ requireAuthentication: true }).ExtendedData.ThreeDSecure.ChallengeIndicator).toBe("04");
  });

  it("asks for AVS only if the merchant does, and the address is complete", () => {
    const { customer: known } = chargeRequest();
    expect(bodyOf().AddressVerification).toBe(true);
    expect(bodyOf({ verifyAddress: false })).not.toHaveProperty("AddressVerification");
    expect(bodyOf({ customer: { ...known, city: null } })).not.toHaveProperty("AddressVerification");
  });

  it("has an order identifier of at most 50 characters that differs for each attempt of a transaction", () => {
    const [one, two] = [bodyOf({ transactionId: "T" }), bodyOf({ transactionId: "T" })];
    expect(one.OrderIdentifier).not.toBe(two.OrderIdentifier);
    expect(bodyOf({ transactionId: "0".repeat(29) }).OrderIdentifier.length).toBeLessThanOrEqual(50);
  });
});

it.each(["000", "999", "0000", "9999"])("the security code %s is impossible", (cvc) => {
  expect(isPossibleCvc(cvc)).toBe(false);
  expect(isPossibleCvc(`1${cvc.slice(1)}`)).toBe(true);
});
