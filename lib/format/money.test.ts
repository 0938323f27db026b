import { describe, expect, it } from "vitest";
import { currencies } from "@/lib/reference/currencies";
import { languageCodes } from "@/lib/reference/languages";
import { formatMoney, moneyParts } from "./money";

describe("formatMoney", () => {
  it.each([
    ["en", "TTD\u00a01,249.50"],
    ["es", "1249,50\u00a0TTD"],
    ["fr", "1\u202f249,50\u00a0TTD"],
    ["nl", "TTD\u00a01.249,50"],
    ["pt", "TTD\u00a01.249,50"],
  ] as const)("formats 1249.50 in %s as %s", (language, text) => {
    expect(formatMoney({ amount: "1249.50", currency: "TTD", language })).toBe(text);
    expect(formatMoney({ amount: 124_950n, currency: "TTD", language })).toBe(text);
  });

  it("writes positive amounts exactly as Intl does with the currency's code", () => {
    for (const language of languageCodes) {
      for (const currency of currencies) {
        const intl = new Intl.NumberFormat(language, { style: "currency", currency, currencyDisplay: "code" });
        for (const amount of [0, 0.05, 9.5, 185.49, 1000, 12_000.01, 1_234_567.89]) {
          expect(formatMoney({ amount: amount.toFixed(2), currency, language })).toBe(intl.format(amount));
        }
      }
    }
  });

  it("keeps every digit of amounts that a float cannot hold", () => {
    expect(formatMoney({ amount: "999999999999999.99", currency: "JMD" })).toBe("JMD\u00a0999,999,999,999,999.99");
    expect(formatMoney({ amount: 12_345_678_901_234_567_891n, currency: "USD", language: "nl" })).toBe(
      "USD\u00a0123.456.789.012.345.678,91",
    );
  });

  it("fills in cents that the text leaves out", () => {
    expect(formatMoney({ amount: "10", currency: "USD" })).toBe("USD\u00a010.00");
    expect(formatMoney({ amount: "10.5", currency: "USD" })).toBe("USD\u00a010.50");
  });

  it("writes negative amounts with a minus sign before the number in every language, cents included", () => {
    const shown = languageCodes.map((language) => formatMoney({ amount: -124_950n, currency: "TTD", language }));
    expect(shown).toEqual([
      "TTD\u00a0\u22121,249.50",
      "\u22121249,50\u00a0TTD",
      "\u22121\u202f249,50\u00a0TTD",
      "TTD\u00a0\u22121.249,50",
      "TTD\u00a0\u22121.249,50",
    ]);
    expect(formatMoney({ amount: "-0.05", currency: "USD" })).toBe("USD\u00a0\u22120.05");
  });

  it("keeps the hidden amount of a micro-charge hidden", () => {
    expect(formatMoney({ amount: "*.**", currency: "USD" })).toBe("USD\u00a0*.**");
    expect(formatMoney({ amount: "*.**", currency: "USD", language: "fr" })).toBe("*.**\u00a0USD");
  });
});

it("moneyParts separates the code from the number and says which comes first", () => {
  expect(moneyParts({ amount: "18400.00", currency: "JMD" })).toEqual({
    code: "JMD",
    number: "18,400.00",
    isCodeFirst: true,
  });
  expect(moneyParts({ amount: "18400.00", currency: "JMD", language: "fr" })).toEqual({
    code: "JMD",
    number: "18\u202f400,00",
    isCodeFirst: false,
  });
});
