import { describe, expect, inject, it } from "vitest";
import { withCheckDigit } from "@/tests/support/http/payments";
import { holdsCardNumber, holdsCardNumberBesideTimestamps } from "./card-data-search";

describe("a card number in a field of the request", () => {
  it.each([
    "4111111111111111",
    "5555555555554444",
    "2223003122003222",
    "378282246310005",
    "6011111111111117",
    "4222222222222",
    "4000000000000000006",
    "pay 4111111111111111 now",
    '{"pan":"4111111111111111"}',
    "4111111111111111-2031",
    "４１１１１１１１１１１１１１１１",
  ])("a card number is found in %j", (text) => {
    expect(holdsCardNumber(text)).toBe(true);
    expect(holdsCardNumberBesideTimestamps(text)).toBe(true);
  });

  it.each([
    ["a wrong check digit", "4111111111111112"],
    ["a longer run of digits", "04111111111111111"],
    ["a shorter run of digits", "411111111111111"],
    ["the prefix of an unknown network", "9111111111111115"],
    ["separated groups of digits", "4111 1111 1111 1111"],
    ["nothing", ""],
    ["a phone number", "+18685550123"],
    ["a house number", "100"],
  ])("no card number is found in %s", (_what, text) => {
    expect(holdsCardNumber(text)).toBe(false);
  });

  /** Dates spread evenly from 2020 to 2035. */
  const momentCount = inject("isDeep") ? 100_000 : 20_000;
  const step = 487_654_300_000 / momentCount;
  const moments = Array.from({ length: momentCount }, (_, index) => new Date(Date.UTC(2020, 0, 1) + index * step));
  const digits = (date: Date) => date.toISOString().replace(/\D/g, "");

  it(`no card number is found in ${momentCount} ids of 14 and 17 digits made from dates`, () => {
    const ids = moments.flatMap((date) => [digits(date).slice(0, 14), digits(date)]);
    expect(ids.filter((id) => !/^\d{14}(\d{3})?$/.test(id))).toEqual([]);
    expect(ids.filter(holdsCardNumberBesideTimestamps)).toEqual([]);
  });

  const layouts: [string, (iso: string) => string][] = [
    ["DDMMYYYYhhmmssSS", (iso) => iso.slice(6, 8) + iso.slice(4, 6) + iso.slice(0, 4) + iso.slice(8, 15)],
    ["MMDDYYYYhhmmssSS", (iso) => iso.slice(4, 8) + iso.slice(0, 4) + iso.slice(8, 15)],
    ["YYMMDDhhmmssSSSS", (iso) => `${iso.slice(2, 17)}`],
  ];
  it.each(layouts)("no card number is found in order ids and data with the timestamp layout %s", (_name, write) => {
    const numbers = moments.map((date) => withCheckDigit(write(digits(date)).slice(0, 15)));
    expect(numbers.filter(holdsCardNumberBesideTimestamps)).toEqual([]);
  });

  it("a card number next to a timestamp is found", () => {
    expect(holdsCardNumberBesideTimestamps("20261116120000 4111111111111111")).toBe(true);
  });
});
