import { describe, expect, it } from "vitest";
import { AppError } from "@/lib/kit/errors";
import { platformCodes } from "@/lib/reference/platforms";
import { listCurrencies, listEnvironments, listFeeStructures, listStates } from "./helper-lists";

function refusalOf(list: () => unknown): AppError {
  try {
    list();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}

describe("helper lists", () => {
  it("lists the currencies of all platforms, each once, or those of one", () => {
    expect(new Set(listCurrencies())).toEqual(new Set(["BBD", "XCD", "GYD", "JMD", "TTD", "USD"]));
    expect(listCurrencies()).toHaveLength(6);
    expect(listCurrencies("GD")).toEqual(["XCD", "USD"]);
  });

  it.each(["US", "XX", "tt", ""])("refuses %j as a platform", (code) => {
    const refusal = refusalOf(() => listCurrencies(code));
    expect([refusal.status, refusal.publicMessage]).toEqual([
      400,
      `The country code must be one of ${platformCodes.join(", ")}.`,
    ]);
  });

  it("lists environments as an array and fee structures as an object of descriptions", () => {
    expect(listEnvironments()).toEqual(["live", "sandbox"]);
    expect(Object.keys(listFeeStructures())).toEqual(["customer_pay", "merchant_absorb", "split"]);
    expect(Object.values(listFeeStructures()).every((text) => text.endsWith("."))).toBe(true);
  });

  it("lists states by code, and none for a country without states", () => {
    expect(listStates("JM")).toMatchObject({ "JM-01": "Kingston", "JM-14": "Saint Catherine" });
    expect(Object.keys(listStates("TT"))).toHaveLength(15);
    expect(listStates("AW")).toEqual({});
  });

  it.each([
    ["XX", "The country code must be the ISO code of a country, such as JM."],
    ["jm", "The country code must be the ISO code of a country, such as JM."],
    ["__proto__", "The country code must be the ISO code of a country, such as JM."],
    [undefined, "The country code field is required."],
  ])("refuses the states of %j", (code, message) => {
    const refusal = refusalOf(() => listStates(code));
    expect([refusal.status, refusal.publicMessage]).toEqual([400, message]);
    expect(refusal.fields).toEqual({ errors: { country_code: [message] } });
  });
});
