import { describe, expect, it } from "vitest";
import {
  fixedFields,
  found,
  problemOnLeaving,
  problemsTold,
  refused,
  resolve,
  tellAll,
  tellByName,
} from "./field-errors";
import { findProblems } from "./pay-fields";

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
const passed = { wasEdited: false, wasTold: false };

describe("what a field is told when it is left", () => {
  it("is nothing if it was only passed through", () => {
    expect(problemOnLeaving("card_number", look({}), passed)).toBeUndefined();
  });

  it("is what is wrong with it, however the value came there", () => {
    expect(problemOnLeaving("card_number", look({ card_number: "4111" }), passed)).toBe("card_number_invalid");
  });

  it("is that it is required once it was emptied, or was told so before", () => {
    expect(problemOnLeaving("email", look({}), { ...passed, wasEdited: true })).toBe("required");
    expect(problemOnLeaving("email", look({}), { ...passed, wasTold: true })).toBe("required");
  });
});

describe("what a field was told", () => {
  it("is taken back as soon as it is fixed, or has become something else", () => {
    const told = tellAll(look({ card_number: "4111" }).problems);
    expect(fixedFields(told, look({ card_number: "4111111111111111" }))).toContain("card_number");
    expect(fixedFields(told, look({ card_number: "4111", email: "a" }))).toEqual(["email"]);
    expect(fixedFields(told, look({ card_number: "41" }))).toEqual([]);
  });

  it("stays as the server said it until that field changes", () => {
    const told = { phone: { type: "refused", ...refused("phone_invalid", "12") } };
    expect(fixedFields(told, look({ phone: "12", email: "a@b.co" }))).toEqual([]);
    expect(fixedFields(told, look({ phone: "123" }))).toEqual(["phone"]);
    expect(fixedFields(told, look({}))).toEqual(["phone"]);
  });

  it("stays as the server said it of an empty field until it is filled in", () => {
    const told = { phone_country: { type: "refused", ...refused("required") } };
    expect(fixedFields(told, look({ phone: "5551234" }))).toEqual([]);
    expect(fixedFields(told, look({ phone: "+18685551234", phone_country: "TT" }))).toEqual(["phone_country"]);
  });

  it("follows the other fields it depends on", () => {
    const told = { cvc: found("cvc_invalid") };
    expect(fixedFields(told, look({ card_number: "378282246310005", cvc: "123" }))).toEqual([]);
    expect(fixedFields(told, look({ card_number: "4111111111111111", cvc: "123" }))).toEqual(["cvc"]);
  });

  it("is known by its key, and only by one that there are words for", () => {
    expect(problemsTold({ cvc: found("required"), phone: { type: "refused", message: "unheard_of" } })).toEqual({
      cvc: "required",
    });
  });

  it("comes from the names alone after a post without scripts", () => {
    expect(problemsTold(tellByName(["phone", "cvc"]))).toEqual({ phone: "phone_invalid", cvc: "required" });
  });
});

describe("a form that is sent", () => {
  const whole = { card_number: "4111111111111111", expiry: "12/29", cvc: "123", card_name: "Ana", email: "a@b.co" };

  it("goes out as it stands in the document", () => {
    expect(resolve(look(whole))).toEqual({ values: whole, errors: {} });
  });

  it("tells every field at once what is wrong", () => {
    const { errors } = resolve(look({ ...whole, expiry: "13/29", cvc: "1" }));
    expect(problemsTold(errors)).toEqual({ expiry: "expiry_invalid", cvc: "cvc_invalid" });
  });
});
