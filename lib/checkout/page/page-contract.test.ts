import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { email } from "@/lib/kit/fields";
import { findProblems } from "./field-rules";
import { cvcForm, payForm } from "./page-contract";
import { type Asked, type FieldErrors, fieldProblems, type PayField, type PayValues } from "./page-fields";

const plainAsked: Asked = {
  avs: false,
  email: false,
  state: false,
  zipcode: false,
  consent: false,
  storedCard: null,
  cardType: null,
  today: { year: 2029, month: 4 },
};
const everythingAsked: Asked = { ...plainAsked, avs: true, email: true, state: true, zipcode: true };

const card = { card_number: "4111 1111 1111 1111", expiry: "04/29", cvc: "123", card_name: "Ann Lee" };
const address = { country: "US", address1: "1 Main St", city: "Albany", state: "US-NY", zipcode: "12207" };
const everything = { ...card, ...address, email: "ann@example.com" };

/** Returns the first problem of each field, because the page shows only that problem. Browser and server must agree. */
function problemsOf(form: PayValues, asked: Asked = plainAsked): FieldErrors {
  const read = (asked.storedCard ? cvcForm(asked.storedCard) : payForm(asked)).safeParse(form);
  const problems: Record<string, string> = {};
  for (const { path, message } of read.error?.issues ?? []) problems[String(path[0])] ??= message;
  expect(findProblems(form, asked)).toEqual(problems);
  return problems as FieldErrors;
}

const without = (form: PayValues, field: PayField): PayValues => {
  const { [field]: _, ...rest } = form;
  return rest;
};

describe("the form", () => {
  it("accepts the card fields alone if nothing else is required, and all fields otherwise", () => {
    expect(problemsOf(card)).toEqual({});
    expect(problemsOf(everything, everythingAsked)).toEqual({});
  });

  it.each(Object.keys(card) as PayField[])("always requires the field %s", (field) =>
    expect(problemsOf(without(card, field))).toEqual({ [field]: "required" }),
  );

  it("names every missing field at once", () => {
    const required = [
      "card_number",
      "expiry",
      "cvc",
      "card_name",
      "email",
      "country",
      "address1",
      "city",
      "state",
      "zipcode",
    ];
    expect(problemsOf({}, everythingAsked)).toEqual(Object.fromEntries(required.map((field) => [field, "required"])));
  });

  it.each(["email", "country", "address1", "city", "state", "zipcode"] as const)(
    "requires the field %s only if the session asks for it",
    (field) => {
      expect(problemsOf(without(everything, field), everythingAsked)).toEqual({ [field]: "required" });
      expect(problemsOf(without(everything, field))).toEqual({});
    },
  );

  it("requires neither state nor postcode if the country has none", () => {
    const asked = { ...everythingAsked, state: false, zipcode: false };
    expect(problemsOf(without(without(everything, "state"), "zipcode"), asked)).toEqual({});
  });

  it.each([
    ["card_number", "4111 1111 1111 1112", "card_number_invalid"],
    ["card_number", "4111", "card_number_invalid"],
    ["card_number", "not a number", "card_number_invalid"],
    ["expiry", "13/29", "expiry_invalid"],
    ["expiry", "soon", "expiry_invalid"],
    ["expiry", "03/29", "expiry_past"],
    ["cvc", "12", "cvc_invalid"],
    ["cvc", "1234", "cvc_invalid"],
    ["cvc", "12a", "cvc_invalid"],
    ["card_name", "123", "card_data_here"],
    ["card_name", "4111 1111 1111 1111", "card_data_here"],
    ["card_name", "a".repeat(61), "too_long"],
    ["card_name", "Ann\u0000Lee", "characters_invalid"],
    ["card_name", "Ann\u202eLee", "characters_invalid"],
    ["card_network", "maestro", "network_required"],
    ["email", "ann@", "email_invalid"],
    ["email", `${"a".repeat(50)}@example.com`, "too_long"],
    ["email", "4111111111111111@example.com", "card_data_here"],
    ["phone_country", "tt", "country_invalid"],
    ["phone_country", "+1", "country_invalid"],
    ["phone", "4111 1111 1111 1111", "card_data_here"],
    ["phone", "1".repeat(25), "too_long"],
    ["country", "USA", "country_invalid"],
    ["address1", "a".repeat(51), "too_long"],
    ["address1", "12 4111-1111-1111-1111", "card_data_here"],
    ["address2", "4111111111111111", "card_data_here"],
    ["address2", "a\tb", "characters_invalid"],
    ["city", "a".repeat(31), "too_long"],
    ["state", "a".repeat(31), "too_long"],
    ["zipcode", "1".repeat(11), "too_long"],
    ["zipcode", "12\u000707", "characters_invalid"],
  ] as const)("reports for %s %j the problem %s, and none for the other fields", (field, value, problem) =>
    expect(problemsOf({ ...everything, [field]: value }, everythingAsked)).toEqual({ [field]: problem }),
  );

  it.each([
    ["zipcode", "1234"],
    ["address1", "100"],
    ["address1", "1234"],
    ["address2", "100"],
    ["city", "1234"],
    ["phone", "+1 868 291 1234"],
    ["phone", "+4915123456783"],
    ["card_name", "é".repeat(60)],
    ["card_name", "😀".repeat(60)],
    ["email", " ANN@Example.com "],
  ] as const)("accepts %s %j", (field, value) =>
    expect(problemsOf({ ...everything, [field]: value }, everythingAsked)).toEqual({}),
  );

  it("requires a security code of four digits for American Express and of three for other networks", () => {
    const amex = { ...card, card_number: "378282246310005" };
    expect(problemsOf({ ...amex, cvc: "1234" })).toEqual({});
    expect(problemsOf(amex)).toEqual({ cvc: "cvc_invalid" });
  });

  it("uses the expected network's code length until the card number shows another network", () => {
    const asked: Asked = { ...plainAsked, cardType: "amex" };
    const short = { cvc: "cvc_invalid" };
    expect(problemsOf({ cvc: "123" }, asked)).toMatchObject(short);
    expect(problemsOf({ cvc: "1234" }, asked)).not.toHaveProperty("cvc");
    expect(problemsOf({ cvc: "1234" })).not.toHaveProperty("cvc");
    // No network's numbers begin with 9. The expected network then decides the length of the security code.
    expect(problemsOf({ card_number: "9999", cvc: "123" }, asked)).toMatchObject(short);
    expect(problemsOf({ card_number: "9999", cvc: "1234" }, asked)).not.toHaveProperty("cvc");
    expect(problemsOf(card, asked)).toEqual({});
    expect(problemsOf({ ...card, cvc: "1234" }, asked)).toEqual(short);
    const chosen = { ...card, card_number: "9111 1111 1111 1110", card_network: "discover" };
    expect(problemsOf(chosen, asked)).toEqual({});
    expect(
      problemsOf({ ...card, card_number: "378282246310005", cvc: "1234" }, { ...asked, cardType: "visa" }),
    ).toEqual({});
  });

  it("asks for the network only if a valid number belongs to no known network", () => {
    const unknown = { ...card, card_number: "9111 1111 1111 1110" };
    expect(problemsOf(unknown)).toEqual({ card_network: "network_required" });
    expect(problemsOf({ ...unknown, card_network: "discover" })).toEqual({});
    expect(problemsOf({ ...unknown, card_network: "amex", cvc: "1234" })).toEqual({});
    expect(problemsOf({ ...card, card_number: "9999" })).toEqual({ card_number: "card_number_invalid" });
    expect(problemsOf({ ...card, card_network: "mastercard" })).toEqual({});
  });

  it.each(["3056 930902 5904", "3530 1113 3330 0000", "6200 0000 0000 0005", "6759 6498 2643 8453", "3056 93"])(
    "refuses %s, whose network we do not take, also if another network is chosen",
    (card_number) => {
      expect(problemsOf({ ...card, card_number })).toEqual({ card_number: "network_refused" });
      expect(problemsOf({ ...card, card_number, card_network: "visa" })).toEqual({ card_number: "network_refused" });
    },
  );

  it("accepts only an explicit yes as consent, and requires it only if the card is stored", () => {
    const storing = { ...plainAsked, consent: true };
    expect(problemsOf({ ...card, consent: "yes" }, storing)).toEqual({});
    expect(problemsOf(card, storing)).toEqual({ consent: "required" });
    expect(problemsOf({ ...card, consent: "no" }, storing)).toEqual({ consent: "required" });
    expect(problemsOf(card)).toEqual({});
  });

  it.each([
    ["visa", "123", {}],
    ["visa", "1234", { cvc: "cvc_invalid" }],
    ["amex", " 1234 ", {}],
    ["amex", "123", { cvc: "cvc_invalid" }],
    ["amex", "12a4", { cvc: "cvc_invalid" }],
    ["mastercard", undefined, { cvc: "required" }],
  ] as const)("asks for a stored %s card only the security code: %j gives %j", (storedCard, cvc, problems) =>
    expect(problemsOf(cvc ? { cvc } : {}, { ...everythingAsked, storedCard })).toEqual(problems),
  );

  it("returns only the security code for a stored card, even if other fields were sent", () => {
    expect(z.parse(cvcForm("visa"), everything)).toEqual({ cvc: "123" });
  });

  it("returns trimmed texts and a lower-case email", () => {
    const form = { ...everything, card_name: "  Ann Lee ", email: " ANN@Example.com ", cvc: " 123 " };
    expect(z.parse(payForm(everythingAsked), form)).toMatchObject({
      card_name: "Ann Lee",
      email: "ann@example.com",
      cvc: "123",
    });
  });

  it("reports only problems that the page can translate", () => {
    const wrong = Object.fromEntries(Object.keys(everything).map((field) => [field, "\u0000".repeat(99)]));
    const said = [
      ...Object.values(problemsOf({}, everythingAsked)),
      ...Object.values(problemsOf(wrong, everythingAsked)),
    ];
    expect(said.filter((problem) => !fieldProblems.includes(problem))).toEqual([]);
  });
});

it.each([
  ["Ann.Lee@Example.com", "ann.lee@example.com"],
  ["ann@bücher.example", "ann@xn--bcher-kva.example"],
  ["ann..lee@example.com", "ann..lee@example.com"],
  ["ann@example", null],
  ["jürgen@example.com", null],
  [`${"a".repeat(36)}@bücher.example`, null],
])("reads the email address %s as the payment request does", (typed, kept) => {
  const requested = z.object({ email: email({ max: 50 }) }).safeParse({ email: typed });
  const onPage = payForm(everythingAsked).safeParse({ ...everything, email: typed });
  expect([requested.data?.email ?? null, onPage.data?.email ?? null]).toEqual([kept, kept]);
});
