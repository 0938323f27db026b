import { describe, expect, it } from "vitest";
import { findProblems } from "@/lib/checkout/page/field-rules";
import {
  errorsAtFirst,
  fixedFields,
  foundError,
  isSameError,
  problemOnLeaving,
  refusedErrors,
  shownProblems,
  toShownErrors,
  withoutErrors,
} from "./field-errors";

const asked = {
  avs: false,
  email: true,
  state: false,
  zipcode: false,
  consent: false,
  storedCard: null,
  cardType: null,
  today: { year: 2026, month: 11 },
};
const look = (values: Parameters<typeof findProblems>[0]) => ({ values, problems: findProblems(values, asked) });
const passed = { wasEdited: false, hadError: false };

describe("leaving a field", () => {
  it("shows no error for an empty field that was not edited", () => {
    expect(problemOnLeaving("card_number", look({}), passed)).toBeUndefined();
  });

  it("shows the error of a filled field, even if the customer did not type the value", () => {
    expect(problemOnLeaving("card_number", look({ card_number: "4111" }), passed)).toBe("card_number_invalid");
  });

  it("shows that an empty field is required if it was emptied or had an error before", () => {
    expect(problemOnLeaving("email", look({}), { ...passed, wasEdited: true })).toBe("required");
    expect(problemOnLeaving("email", look({}), { ...passed, hadError: true })).toBe("required");
  });
});

describe("a shown error", () => {
  it("is cleared as soon as the field is fixed or has another error", () => {
    const shown = toShownErrors(look({ card_number: "4111" }).problems);
    expect(fixedFields(shown, look({ card_number: "4111111111111111" }))).toContain("card_number");
    expect(fixedFields(shown, look({ card_number: "4111", email: "a" }))).toEqual(["email"]);
    expect(fixedFields(shown, look({ card_number: "41" }))).toEqual([]);
  });

  it("of the server stays until that field changes", () => {
    const shown = refusedErrors({ phone: "card_data_here" }, { phone: "12" });
    expect(fixedFields(shown, look({ phone: "12", email: "a@b.co" }))).toEqual([]);
    expect(fixedFields(shown, look({ phone: "123" }))).toEqual(["phone"]);
    expect(fixedFields(shown, look({}))).toEqual(["phone"]);
  });

  it("of the server about an empty field stays until the field is filled in", () => {
    const shown = refusedErrors({ phone_country: "required" }, {});
    expect(fixedFields(shown, look({ phone: "5551234" }))).toEqual([]);
    expect(fixedFields(shown, look({ phone: "+18685551234", phone_country: "TT" }))).toEqual(["phone_country"]);
  });

  it("is cleared by a change of another field that it depends on", () => {
    const shown = toShownErrors({ cvc: "cvc_invalid" });
    expect(fixedFields(shown, look({ card_number: "378282246310005", cvc: "123" }))).toEqual([]);
    expect(fixedFields(shown, look({ card_number: "4111111111111111", cvc: "123" }))).toEqual(["cvc"]);
  });

  it("of the server is ignored if the page does not know the problem", () => {
    const refusals = { cvc: "required", phone: "unheard_of" };
    expect(shownProblems(refusedErrors(refusals, {}))).toEqual({ cvc: "required" });
  });

  it("can be cleared without a change of the other errors", () => {
    const shown = toShownErrors({ cvc: "required", phone: "too_long" });
    expect(shownProblems(withoutErrors(shown, ["phone", "email"]))).toEqual({ cvc: "required" });
  });

  it("is the same only with the same problem and the same refused value", () => {
    const refused = refusedErrors({ phone: "too_long" }, { phone: "12" }).phone;
    expect(isSameError(refused, refusedErrors({ phone: "too_long" }, { phone: "12" }).phone)).toBe(true);
    expect(isSameError(refused, refusedErrors({ phone: "too_long" }, { phone: "13" }).phone)).toBe(false);
    expect(isSameError(refused, foundError("too_long"))).toBe(false);
    expect(isSameError(refused, undefined)).toBe(false);
  });

  it("of a post without scripts stays until the field changes", () => {
    const shown = errorsAtFirst({ email: "email_of_merchant", cvc: "cvc_invalid" }, false, { email: "a@b.co" });
    expect(shownProblems(shown)).toEqual({ email: "email_of_merchant", cvc: "cvc_invalid" });
    expect(fixedFields(shown, look({ email: "a@b.co" }))).toEqual([]);
    expect(fixedFields(shown, look({ email: "a@c.co", cvc: "123" }))).toEqual(["cvc", "email"]);
  });

  it("asks for the security code again after an attempt, until something is typed", () => {
    const shown = errorsAtFirst({}, true, {});
    expect(shownProblems(shown)).toEqual({ cvc: "cvc_again" });
    expect(fixedFields(shown, look({}))).toEqual([]);
    expect(fixedFields(shown, look({ cvc: "1" }))).toEqual(["cvc"]);
  });
});

describe("submitting the form", () => {
  const whole = { card_number: "4111111111111111", expiry: "12/29", cvc: "123", card_name: "Ana", email: "a@b.co" };

  it("finds nothing wrong with valid values", () => {
    expect(toShownErrors(look(whole).problems)).toEqual({});
  });

  it("shows the errors of all fields at once", () => {
    const shown = toShownErrors(look({ ...whole, expiry: "13/29", cvc: "1" }).problems);
    expect(shownProblems(shown)).toEqual({ expiry: "expiry_invalid", cvc: "cvc_invalid" });
  });
});
