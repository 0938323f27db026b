import fc from "fast-check";
import { type CountryCode, getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { describe, expect, it } from "vitest";
import { holdsCardNumber } from "@/lib/http/body/card-number-search";
import { groupDigits } from "@/lib/reference/card-networks";
import { digitsOf, hasExpired, isCardNumber, isOnlyShortDigits, looksLikeCardData, parseExpiry } from "./card-fields";

const cardNumbers = ["4111111111111111", "5555555555554444", "2223003122003222", "378282246310005", "6011111111111117"];
const cards = fc.constantFrom(...cardNumbers);

describe("digitsOf", () => {
  it("returns every digit of a grouped number", () => {
    fc.assert(fc.property(fc.stringMatching(/^\d{0,24}$/), (digits) => digitsOf(groupDigits(digits)) === digits));
  });
});

describe("isCardNumber", () => {
  it.each([
    ...cardNumbers,
    ...cardNumbers.map(groupDigits),
    "4111-1111-1111-1111",
    " 4111.1111.1111.1111 ",
    "4111\u00a01111\u00a01111\u00a01111",
    "4222222222222",
    "3530111333300000",
    "30569309025904",
  ])("accepts %j as a card number", (text) => expect(isCardNumber(text)).toBe(true));

  it.each([
    "",
    "   ",
    "4111",
    "4111111111111112",
    "411111111111111",
    "41111111111111111",
    "55555555555544440",
    "3782822463100050",
    "4111 1111 1111 1111x",
    "+4111111111111111",
    "0".repeat(12),
    "0".repeat(20),
  ])("rejects %j as a card number", (text) => expect(isCardNumber(text)).toBe(false));

  it("rejects a number with any single mistyped digit", () => {
    const place = fc.nat({ max: 14 });
    fc.assert(
      fc.property(cards, place, fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const wrong = (Number(number[at]) + by) % 10;
        return !isCardNumber(`${number.slice(0, at)}${wrong}${number.slice(at + 1)}`);
      }),
    );
  });
});

describe("parseExpiry", () => {
  it.each([
    ...["04/29", "4/29", "04 / 29", "4 / 29", "4-29", "04.29", "04 29", "0429", "429", " 04/29 "],
    ...["04/2029", "4/2029", "04 / 2029", "042029", "42029", "2029-04", "2029-4", "2029/04", "2029 04", "202904"],
  ])("reads %j as April 2029", (text) => expect(parseExpiry(text)).toEqual({ year: 2029, month: 4 }));

  it.each([
    ["12/30", { year: 2030, month: 12 }],
    ["1230", { year: 2030, month: 12 }],
    ["1/30", { year: 2030, month: 1 }],
    ["1 2030", { year: 2030, month: 1 }],
    ["12030", { year: 2030, month: 1 }],
    ["01/2099", { year: 2099, month: 1 }],
  ])("reads the expiry %j", (text, month) => expect(parseExpiry(text)).toEqual(month));

  it.each(["", " ", "04", "4", "29", "04/", "/29", "00/29", "13/29", "1329", "29/04", "2029", "04/1999", "04/2129"])(
    "rejects the expiry %j",
    (text) => expect(parseExpiry(text)).toBeNull(),
  );
  it.each(["04/029", "4/9", "004/29", "04/29/30", "2029-04-30", "202913", "20290", "April", "4111111111111111"])(
    "rejects the malformed expiry %j",
    (text) => expect(parseExpiry(text)).toBeNull(),
  );

  it("reads every month of the century in each supported format", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 99 }), (month, short) => {
        const [mm, yy] = [String(month).padStart(2, "0"), String(short).padStart(2, "0")];
        const spellings = [
          `${mm}/${yy}`,
          `${month} / ${yy}`,
          `${mm}${yy}`,
          `${mm}/20${yy}`,
          `${mm}20${yy}`,
          `20${yy}-${mm}`,
        ];
        for (const spelling of spellings) expect(parseExpiry(spelling)).toEqual({ year: 2000 + short, month });
      }),
    );
  });

  it("treats a card as expired only after the end of its month", () => {
    const today = { year: 2029, month: 4 };
    const over = [{ year: 2029, month: 3 }, today, { year: 2028, month: 12 }, { year: 2030, month: 1 }];
    expect(over.map((expiry) => hasExpired(expiry, today))).toEqual([true, false, true, false]);
  });
});

describe("looksLikeCardData", () => {
  it.each([
    "4111111111111111",
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "4111 - 1111 - 1111 - 1111",
    "4111–1111–1111–1111",
    "3782 822463 10005",
    "4222222222222",
    "3530 1113 3330 0000",
    "Ann 4111111111111111 Lee",
    "12 4111 1111 1111 1111",
    "4111 1111 1111 1111 04/29",
    "4111111111111111 123",
    "04294111111111111111123",
    "card:5555555555554444.",
    "4111111111111111@example.com",
    "４１１１ １１１１ １１１１ １１１１",
  ])("finds the card number in %j", (text) => expect(looksLikeCardData(text)).toBe(true));

  it.each([
    "",
    "123",
    "1234",
    "Ann Lee",
    "12 Main Street",
    "221B Baker Street",
    "Apt 1204, 4111 Main Street",
    "Lot 4111-1111",
    "10001-1234",
    "868 291 1234",
    "+1 868 291 1234",
    "+4915123456783",
    "0049 1512 3456783",
    "4111 1111 1111 1112",
    "4111 Main Street, Suite 1111, 1111, Floor 1111",
    "order 20261115041500",
  ])("finds no card number in %j", (text) => expect(looksLikeCardData(text)).toBe(false));

  it("finds a card number at any position and in any grouping", () => {
    const words = fc.stringMatching(/^[A-Za-z ,#]{0,20}$/);
    const separator = fc.constantFrom("", " ", "-", ".", "_", " - ", "\u00a0", "—");
    fc.assert(
      fc.property(cards, words, words, separator, (number, before, after, between) =>
        looksLikeCardData(`${before}${groupDigits(number).replaceAll(" ", between)}${after}`),
      ),
      { numRuns: 500 },
    );
  });

  it("finds every card number that the rule for stored text finds", () => {
    const around = fc.stringMatching(/^[\d +._-]{0,8}$/);
    const separator = fc.constantFrom("", " ", "-", ".", "_");
    fc.assert(
      fc.property(around, cards, separator, around, (before, number, between, after) => {
        const text = `${before}${groupDigits(number).replaceAll(" ", between)}${after}`;
        return !holdsCardNumber(text) || looksLikeCardData(text);
      }),
      { numRuns: 2000 },
    );
    expect(looksLikeCardData("+378282246310005")).toBe(true);
  });

  it("does not mistake phone numbers of any country for card numbers", () => {
    const numbers = (Object.keys(examples) as CountryCode[]).flatMap((code) => getExampleNumber(code, examples) ?? []);
    const written = numbers.flatMap((number) => [
      number.number,
      number.formatInternational(),
      number.formatNational(),
      number.number.replace("+", "00"),
    ]);
    expect(written.filter(looksLikeCardData)).toEqual([]);
  });

  it("takes time linear in the length of the text", { timeout: 10_000 }, () => {
    // In these texts the search tries every digit as the start of a card number. A search in quadratic time would take
    // minutes.
    const texts = ["9", "4", "4 ", "1   ", `${"4".repeat(12)}x`, `${"4".repeat(13)}x`];
    for (const text of texts) expect(looksLikeCardData(text.repeat(100_000 / text.length))).toBe(false);
  });
});

describe("isOnlyShortDigits", () => {
  it("recognises a security code in the name field", () => {
    expect(["123", "1234", " 123 "].every(isOnlyShortDigits)).toBe(true);
    expect(["12", "12345", "Ann 123", "", "1 2 3"].some(isOnlyShortDigits)).toBe(false);
  });
});
