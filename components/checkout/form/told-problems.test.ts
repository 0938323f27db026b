import { describe, expect, it } from "vitest";
import { findProblems } from "./pay-fields";
import { takeBack, takeBackFixed, tellAll, tellFromServer, tellOnLeaving } from "./told-problems";

const asked = { avs: false, email: true, state: false, zipcode: false, today: { year: 2026, month: 11 } };
const look = (values: Parameters<typeof findProblems>[0]) => ({ values, problems: findProblems(values, asked) });

describe("what the fields are told", () => {
  it("is nothing about a field that was only passed through", () => {
    expect(tellOnLeaving({}, "card_number", look({}), false)).toEqual({});
  });

  it("is what is wrong with a field that is left", () => {
    const told = tellOnLeaving({}, "card_number", look({ card_number: "4111" }), true);
    expect(told).toEqual({ card_number: { problem: "card_number_invalid" } });
  });

  it("is that a field is required once it was emptied", () => {
    expect(tellOnLeaving({}, "email", look({}), true)).toEqual({ email: { problem: "required" } });
  });

  it("is taken back as soon as it is fixed, and not replaced while somebody types", () => {
    const told = tellAll(look({ card_number: "4111" }).problems);
    expect(takeBackFixed(told, look({ card_number: "4111111111111111" })).card_number).toBeUndefined();
    expect(takeBackFixed(told, look({ card_number: "4111", email: "a" })).email).toBeUndefined();
    expect(takeBackFixed(told, look({ card_number: "41" })).card_number).toEqual({ problem: "card_number_invalid" });
  });

  it("stays as the server said it until that field changes", () => {
    const told = tellFromServer({ phone: "phone_invalid" }, { phone: "12" });
    expect(takeBackFixed(told, look({ phone: "12", email: "a@b.co" }))).toBe(told);
    expect(takeBackFixed(told, look({ phone: "123" }))).toEqual({});
  });

  it("follows the other fields it depends on", () => {
    const told = tellOnLeaving({}, "cvc", look({ card_number: "378282246310005", cvc: "123" }), true);
    expect(told.cvc).toEqual({ problem: "cvc_invalid" });
    expect(takeBackFixed(told, look({ card_number: "4111111111111111", cvc: "123" }))).toEqual({});
  });

  it("can be taken back by name", () => {
    expect(takeBack(tellAll({ state: "required", cvc: "required" }), ["state"])).toEqual({
      cvc: { problem: "required" },
    });
  });
});
