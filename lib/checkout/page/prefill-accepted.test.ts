import fc from "fast-check";
import { iso31662 } from "iso-3166";
import { expect, inject, it } from "vitest";
import { paymentRequestBody } from "@/lib/checkout/contract";
import { parsePayment } from "@/lib/checkout/pay/parse-payment";
import { readAddress, readNames } from "@/lib/checkout/request/request-rules";
import { AppError } from "@/lib/kit/errors";
import { type CustomerDetails, customerDetailsOf } from "@/lib/reference/customer-details";
import { countryOptions } from "@/lib/reference/places/countries";
import { hasPostcodes } from "@/lib/reference/places/postcodes";
import { resolveState, stateOptions, statesOf } from "@/lib/reference/places/subdivisions";
import type { FieldErrors } from "./page-fields";
import { prefillOf, readPhone } from "./prefill";

/** A payer who only enters the card must be able to pay, no matter what the shop prefilled. */

const fields = paymentRequestBody.shape;
type Names = "fname" | "lname" | "name" | "email" | "phone";
type Sent = Partial<Record<Names | "addr1" | "addr2" | "city" | "state" | "zipcode" | "country", string>>;

/** The customer details as the payment request stores them, or null if the payment request refuses a field. */
function keep(sent: Sent): CustomerDetails | null {
  const read: Sent = {};
  for (const [name, value] of Object.entries(sent) as [keyof Sent, string][]) {
    const { success, data } = fields[name].safeParse(value);
    if (!success) return null;
    if (data !== undefined) read[name] = data;
  }
  try {
    return customerDetailsOf({
      ...readNames({ fname: read.fname, lname: read.lname, name: read.name }),
      ...readAddress(read),
      email: read.email ?? "ann@example.com",
      phone: read.phone === undefined ? null : readPhone(undefined, read.phone),
    });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

const typed = { card_number: "4111 1111 1111 1111", expiry: "12/39", cvc: "123" };
const client = { address: "203.0.113.7", userAgent: "test", accept: "text/html", language: "en" } as const;

/** The errors of the form that a browser sends: the prefilled values, the card, and a name if none was prefilled. */
function errorsOf(details: CustomerDetails, avs: boolean): FieldErrors {
  const { state, zipcode, ...prefill } = prefillOf(details);
  const form = {
    ...prefill,
    ...(statesOf(prefill.country).length > 0 && { state }),
    ...(hasPostcodes(prefill.country) && { zipcode }),
    ...typed,
    card_name: prefill.card_name || "Ann Lee",
  };
  const filled = Object.fromEntries(Object.entries(form).filter(([, value]) => value.trim() !== ""));
  const session = {
    purpose: "payment",
    avs,
    asksEmail: false,
    email: details.email,
    merchantEmail: "shop@example.com",
    cardType: null,
    today: { year: 2029, month: 4 },
  } as const;
  try {
    parsePayment(filled, session, client);
    return {};
  } catch (error) {
    if (error instanceof AppError) return error.fields?.errors as FieldErrors;
    throw error;
  }
}

it.each<Sent>([
  { addr1: "100", city: "1234", country: "AW" },
  { addr1: "4", addr2: "100", city: "12", zipcode: "123", country: "US", state: "NY" },
  { addr1: "1 Bay Street", city: "Bridgetown", state: "BB-08", country: "BB" },
  { addr1: "12 3530111333300000", city: "Albany", country: "AW" },
  { fname: "123" },
  { fname: "3530 1113", lname: "3330 0000" },
  { fname: "a".repeat(30), lname: "b".repeat(30) },
  { name: `${"é".repeat(29)} ${"漢".repeat(30)}` },
  { name: "😀".repeat(60) },
  { email: `${"a".repeat(38)}@example.com` },
  { email: "3530111333300000@example.com" },
  { phone: "+4366412345678901" },
  { phone: "+436641234567894", country: "AT" },
  { phone: "+38343201234", country: "TT" },
  { phone: "nonsense", country: "AQ" },
  { zipcode: "1234567890", country: "TT" },
  { country: "ES", state: "ES-CT", city: "Barcelona" },
])("the page accepts what the payment request accepts: %j", (sent) => {
  const details = keep(sent);
  expect(details).not.toBeNull();
  expect(details && errorsOf(details, false)).toEqual({});
});

const texts = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  fc.stringMatching(/^\d{1,19}$/),
  fc.stringMatching(/^[\d .-]{1,30}$/),
  fc.stringMatching(/^[A-Za-z' -]{1,60}$/),
  fc.constantFrom("4111111111111111", "3530 1113 3330 0000", "5555-5555-5555-4444", "378282246310005"),
);
const texted = ["fname", "lname", "name", "addr1", "addr2", "city", "zipcode"] as const;
const sentTexts: fc.Arbitrary<Sent> = fc.record(
  {
    ...Object.fromEntries(texted.map((name) => [name, texts])),
    phone: fc.oneof(texts, fc.stringMatching(/^\+[1-9]\d{6,14}$/)),
    email: fc.oneof(fc.emailAddress(), fc.stringMatching(/^\d{3,16}@example\.com$/)),
  },
  { requiredKeys: [] },
);
const places: fc.Arbitrary<Sent> = fc
  .constantFrom(...countryOptions("en").map(({ code }) => code))
  .chain((country) => fc.constantFrom({ country }, ...codesIn(country).map((state) => ({ country, state }))));

/** The codes of every level. */
function codesIn(country: string): string[] {
  const codes = iso31662.map(({ code }) => code).filter((code) => code.startsWith(`${country}-`));
  return codes.filter((code) => resolveState(country, code) === code);
}

it("no value that the payment request accepts stops the payer, and with AVS only missing fields are required", () => {
  fc.assert(
    fc.property(sentTexts, fc.oneof(places, fc.constant({})), (sent, place) => {
      const accepted = Object.entries(sent).filter(([name, value]) => keep({ fname: "A", [name]: value }) !== null);
      const details = keep({ ...Object.fromEntries(accepted), ...place });
      fc.pre(details !== null);
      expect(errorsOf(details, false)).toEqual({});
      expect(Object.values(errorsOf(details, true)).filter((problem) => problem !== "required")).toEqual([]);
    }),
    { numRuns: inject("isDeep") ? 300 : 100 },
  );
});

it("the page selects every state that the payment request accepts, of any level", () => {
  const lost = countryOptions("en").flatMap(({ code: country }) =>
    codesIn(country).filter((code) => {
      const { state } = prefillOf(customerDetailsOf(readAddress({ country, state: code })));
      return state !== code || !stateOptions(country, state).some((option) => option.code === code);
    }),
  );
  expect(lost).toEqual([]);
});
