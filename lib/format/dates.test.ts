import { describe, expect, it } from "vitest";
import { languageCodes } from "@/lib/reference/languages";
import { platformCodes } from "@/lib/reference/platforms";
import {
  formatDayRange,
  formatIn,
  formatListedDay,
  formatMoment,
  formatRecent,
  startOfDayIn,
  timeZoneOf,
  zoneNameOf,
} from "./dates";

const at = new Date("2026-11-16T14:42:09Z");
const zone = timeZoneOf("TT");

describe("formatMoment", () => {
  it.each([
    ["long", "16 November 2026, 10:42 AST"],
    ["short", "16 Nov, 10:42"],
    ["shortWithYear", "16 Nov 2026, 10:42"],
    ["date", "16 November 2026"],
    ["day", "Mon 16 November"],
    ["shortDay", "16 Nov"],
    ["time", "10:42"],
    ["seconds", "10:42:09"],
  ] as const)("the style %s is %s", (style, text) => {
    expect(formatMoment(at, style, zone)).toBe(text);
    expect(formatMoment(at.toISOString(), style, zone)).toBe(text);
  });

  it("writes the date in the reader's language, and the offset instead of the zone's local name", () => {
    expect(languageCodes.map((language) => formatMoment(at, "long", zone, language))).toEqual([
      "16 November 2026, 10:42 AST",
      "16 de noviembre de 2026, 10:42 UTC\u22124",
      "16 novembre 2026, 10:42 UTC\u22124",
      "16 november 2026, 10:42 UTC\u22124",
      "16 de novembro de 2026, 10:42 UTC\u22124",
    ]);
  });

  it("starts the day at 00:00, in the zone and not in UTC", () => {
    expect(formatMoment("2026-11-16T04:00:00Z", "short", zone)).toBe("16 Nov, 00:00");
    expect(formatMoment("2026-11-16T03:59:00Z", "short", zone)).toBe("15 Nov, 23:59");
  });
});

it("formatRecent adds the year only if it is another one in the zone", () => {
  expect(formatRecent(at, new Date("2026-12-31T23:00:00Z"), zone)).toBe("16 Nov, 10:42");
  expect(formatRecent("2026-01-01T03:00:00Z", at, zone)).toBe("31 Dec 2025, 23:00");
});

describe("timeZoneOf", () => {
  it("names the zones as people there do", () => {
    const names = platformCodes.map((platform) => [platform, zoneNameOf(timeZoneOf(platform))]);
    expect(Object.fromEntries(names)).toEqual({ BB: "AST", GD: "AST", GY: "GYT", JM: "EST", TT: "AST" });
  });

  it.each(platformCodes)("the offset of %s is that of its zone, in summer and winter", (platform) => {
    const { id, offset } = timeZoneOf(platform);
    const format = new Intl.DateTimeFormat("en", { timeZone: id, timeZoneName: "shortOffset" });
    for (const moment of [new Date("2026-01-15T12:00:00Z"), new Date("2026-07-15T12:00:00Z")]) {
      const shown = format.formatToParts(moment).find(({ type }) => type === "timeZoneName")?.value;
      expect(shown).toBe(offset.replace("UTC", "GMT").replace("\u2212", "-"));
    }
  });
});

it.each([
  ["TT", "2026-11-16T04:00:00.000Z"],
  ["JM", "2026-11-16T05:00:00.000Z"],
] as const)("a day of %s begins at midnight there", (platform, begin) => {
  expect(startOfDayIn(timeZoneOf(platform), new Date("2026-11-16T00:00:00Z")).toISOString()).toBe(begin);
});

it.each([
  ["2026-11-16T14:42:09Z", "Today, 16 November"],
  ["2026-11-16T03:59:59Z", "Yesterday, 15 November"],
  ["2026-11-14T12:00:00Z", "14 November"],
  ["2026-01-01T03:59:59Z", "31 December 2025"],
])("formatListedDay names the day of %s in the zone: %s", (moment, text) => {
  expect(formatListedDay(moment, new Date("2026-11-17T03:00:00Z"), timeZoneOf("TT"))).toBe(text);
});

it.each([
  ["2026-11-01", "2026-11-16", "1–16 Nov"],
  ["2026-10-28", "2026-11-03", "28 Oct – 3 Nov"],
  ["2026-11-16", "2026-11-16", "16 Nov"],
  ["2026-11-01", undefined, "From 1 Nov"],
  [undefined, "2026-11-16", "Until 16 Nov"],
] as const)("formatDayRange writes %s to %s as %s", (start, end, text) => {
  expect(formatDayRange(start, end)).toBe(text);
});

it.each(["en", "es", "fr", "nl", "pt"] as const)(
  "the payment page and the receipt write a time alike, in %s and in every zone of the platforms",
  (language) => {
    for (const platform of platformCodes) {
      const zone = timeZoneOf(platform);
      expect(`${formatIn(zone, at.toISOString(), language)} ${zoneNameOf(zone, language)}`).toBe(
        formatMoment(at, "long", zone, language),
      );
    }
  },
);

it("formatDayRange repeats a text that is not a day, so that a page can show what is wrong with it", () => {
  expect(formatDayRange("2026-13-40", undefined)).toBe("From 2026-13-40");
  expect(formatDayRange("nonsense", "2026-11-16")).toBe("nonsense – 16 Nov");
});
