import { type CountryCode, getExampleNumber } from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";
import { describe, expect, inject, it } from "vitest";
import { newUuid } from "@/lib/kit/ids";
import { withCheckDigit } from "@/tests/support/http/payments";
import { holdsCardNumber, holdsCardNumberBesideTimestamps } from "./card-number-search";

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
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "4111.1111.1111.1111",
    "4111_1111_1111_1111",
    "4111\u00a01111\u00a01111\u00a01111",
    "4111‑1111‑1111‑1111",
    "4-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1",
    "3782 822463 10005",
    "3782-8224-6310-005",
    "+4111 1111 1111 1111",
    "+378282246310005",
    "12 4111 1111 1111 1111",
    "4111 1111 1111 1111 12/31 123",
    '{"pan":"4111_1111_1111_1111"}',
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
    ["a longer run in groups", "0411-1111-1111-1111-1"],
    ["groups with two separators between them", "4111  1111 - 1111 1111"],
    ["groups with other separators", "4111/1111/1111/1111"],
    ["quantities next to other numbers", "10 41 11 11 11 11 11 11 11 12"],
    ["nothing", ""],
    ["a phone number", "+18685550123"],
    ["a phone number with the check digit of a card", "+4915123456783"],
    ["the same phone number in groups", "+49 1512 3456783"],
    ["a house number", "100"],
  ])("no card number is found in %s", (_what, text) => {
    expect(holdsCardNumber(text)).toBe(false);
  });

  /** Dates spread evenly from 2020 to 2035. */
  const momentCount = inject("isDeep") ? 100_000 : 1_000;
  const step = 487_654_300_000 / momentCount;
  const moments = Array.from({ length: momentCount }, (_, index) => new Date(Date.UTC(2020, 0, 1) + index * step));
  const digits = (date: Date) => date.toISOString().replace(/\D/g, "");

  it(`no card number is found in ${momentCount} ids of 14 and 17 digits made from dates`, () => {
    const ids = moments.flatMap((date) => [digits(date).slice(0, 14), digits(date)]);
    expect(ids.filter((id) => !/^\d{14}(\d{3})?$/.test(id))).toEqual([]);
    expect(ids.filter(holdsCardNumberBesideTimestamps)).toEqual([]);
  });

  const separated: [string, RegExp][] = [
    ["YYYY-MM-DD-hh-mm-ss-SSS", /^(....)(..)(..)(..)(..)(..)(...)?$/],
    ["YYYYMMDD-hhmmss-SSS", /^(........)(......)(...)?$/],
    ["groups of four", /^(....)(....)(....)(..\d?\d?)(.)?$/],
  ];
  it.each(separated)(`no card number is found in ${momentCount} ids made from dates as %s`, (_name, shape) => {
    const ids = moments.flatMap((date) => [digits(date).slice(0, 14), digits(date)]);
    for (const separator of [" ", "-", ".", "_"]) {
      const written = ids.map((id) => shape.exec(id)?.slice(1).filter(Boolean).join(separator) ?? "");
      expect(written.filter((id) => id.replace(/\D/g, "").length < 14)).toEqual([]);
      expect(written.filter(holdsCardNumberBesideTimestamps)).toEqual([]);
    }
  });

  const layouts: [string, (iso: string) => string][] = [
    ["DDMMYYYYhhmmssSS", (iso) => iso.slice(6, 8) + iso.slice(4, 6) + iso.slice(0, 4) + iso.slice(8, 15)],
    ["MMDDYYYYhhmmssSS", (iso) => iso.slice(4, 8) + iso.slice(0, 4) + iso.slice(8, 15)],
    ["YYMMDDhhmmssSSSS", (iso) => `${iso.slice(2, 17)}`],
  ];
  it.each(layouts)("no card number is found in order ids and data with the timestamp layout %s", (_name, write) => {
    const numbers = moments.map((date) => withCheckDigit(write(digits(date)).slice(0, 15)));
    expect(numbers.filter(holdsCardNumberBesideTimestamps)).toEqual([]);
    for (const separator of [" ", "-", ".", "_"]) {
      const written = numbers.flatMap((id) => [/../g, /..../g].map((size) => id.match(size)?.join(separator) ?? ""));
      expect(written.filter(holdsCardNumberBesideTimestamps)).toEqual([]);
    }
  });

  it("no card number is found in the UUIDs that shops use as order ids", () => {
    const ids = Array.from({ length: momentCount }, () => newUuid());
    // The digits of two groups join to a Visa number of 13 digits.
    const hostile = "ab422222-2222-4222-2abc-0123456789ab";
    expect([...ids, hostile, `wc_order_${hostile.toUpperCase()}`].filter(holdsCardNumber)).toEqual([]);
    expect(holdsCardNumber(`${hostile} 4222-2222-2222-2`)).toBe(true);
  });

  it("no card number is found in a phone number of any country, written with its country code", () => {
    const numbers = (Object.keys(examples) as CountryCode[]).flatMap((code) => getExampleNumber(code, examples) ?? []);
    const written = numbers.flatMap((number) => [number.number, number.formatInternational()]);
    expect(written.filter(holdsCardNumber)).toEqual([]);
  });

  it("takes time linear in the length of the text", { timeout: 10_000 }, () => {
    for (const text of ["4", "4 ", "4111 ", "4111 1111-", "+4", "4_1."]) {
      expect(holdsCardNumber(text.repeat(200_000 / text.length))).toBe(false);
    }
  });

  it("a card number next to a timestamp is found", () => {
    expect(holdsCardNumberBesideTimestamps("20261116120000 4111111111111111")).toBe(true);
  });
});
