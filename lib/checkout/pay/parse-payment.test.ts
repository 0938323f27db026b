import { type CountryCode, getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { describe, expect, it } from "vitest";
import { looksLikeCardData } from "@/lib/checkout/page/card-fields";
import { AppError } from "@/lib/kit/errors";
import { parsePayment } from "./parse-payment";

const card = { card_number: "4111111111111111", expiry: "12/39", cvc: "123", card_name: "Ann Lee" };
const client = { address: "203.0.113.7", userAgent: "test", accept: "text/html", language: "en" } as const;
const session = {
  purpose: "payment",
  avs: false,
  asksEmail: false,
  email: "ann@example.com",
  merchantEmail: "shop@example.com",
  cardType: null,
  today: { year: 2029, month: 4 },
} as const;

/** The stored phone number, or the problems of the form. */
function readForm(fields: Record<string, string>) {
  try {
    return parsePayment({ ...card, ...fields }, session, client).customer.phone;
  } catch (error) {
    if (error instanceof AppError) return error.fields?.errors;
    throw error;
  }
}

describe("the phone number of the form", () => {
  it.each([
    ["868 291 1234", "TT", "+18682911234"],
    ["+49 1512 3456783", "", "+4915123456783"],
    ["12", "TT", null],
    ["nonsense", "TT", null],
    ["411111111111111", "TT", null],
  ])("%j with the dialing country %j is stored as %j", (phone, phone_country, stored) => {
    expect(readForm({ phone, ...(phone_country && { phone_country }) })).toBe(stored);
  });

  it.each([
    "4111111111111111",
    "3782 822463 10005",
    "+378282246310005",
    "4222222222222",
    "３７８２８２２４６３１０００５",
  ])("%s is refused as a card number", (phone) =>
    expect(readForm({ phone, phone_country: "TT" })).toEqual({ phone: "card_data_here" }),
  );

  it("is never taken for a card number if it is valid", () => {
    const austrian = { phone: "6641234567894", phone_country: "AT" };
    expect(looksLikeCardData(austrian.phone)).toBe(true);
    expect(readForm(austrian)).toBe("+436641234567894");
    for (const country of Object.keys(examples) as CountryCode[]) {
      const { number = "" } = getExampleNumber(country, examples) ?? {};
      expect(readForm({ phone: number })).toBe(number);
    }
  });
});
