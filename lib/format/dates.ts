import type { Language } from "@/lib/reference/languages";
import type { Platform } from "@/lib/reference/platforms";

/** Formats times for people, in a language and a time zone. Data keeps ISO 8601. */

export type Zone = {
  /** The IANA name. */
  id: string;
  /** The name that people in this zone use. */
  name: string;
  offset: string;
};

/** None of these zones has summer time, so each has one name and one offset. */
const zones: Readonly<Record<Platform, Zone>> = {
  BB: { id: "America/Barbados", name: "AST", offset: "UTC\u22124" },
  GD: { id: "America/Grenada", name: "AST", offset: "UTC\u22124" },
  GY: { id: "America/Guyana", name: "GYT", offset: "UTC\u22124" },
  JM: { id: "America/Jamaica", name: "EST", offset: "UTC\u22125" },
  TT: { id: "America/Port_of_Spain", name: "AST", offset: "UTC\u22124" },
};

export const utc: Zone = { id: "UTC", name: "UTC", offset: "UTC" };

export const timeZoneOf = (platform: Platform): Zone => zones[platform];

/** Readers of other languages are seldom in the zone, so they get its offset instead of its local name. */
export const zoneNameOf = ({ name, offset }: Zone, language: Language = "en"): string =>
  language === "en" ? name : offset;

const date = { day: "numeric", month: "long", year: "numeric" } as const;
const shortDay = { day: "numeric", month: "short" } as const;
const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const styles = {
  /** 16 November 2026, 10:42 AST */
  long: [date, time],
  /** 16 Nov, 10:42 */
  short: [shortDay, time],
  /** 16 Nov 2026, 10:42 */
  shortWithYear: [{ ...shortDay, year: "numeric" }, time],
  /** 16 November 2026 */
  date: [date],
  /** Mon 16 November */
  day: [{ weekday: "short", day: "numeric", month: "long" }],
  /** 16 November */
  longDay: [{ day: "numeric", month: "long" }],
  /** 16 Nov */
  shortDay: [shortDay],
  /** 10:42 */
  time: [time],
  /** 10:42:09 */
  seconds: [{ ...time, second: "2-digit" }],
} as const satisfies Record<string, readonly Intl.DateTimeFormatOptions[]>;

export type MomentStyle = keyof typeof styles;

/** British English puts the day before the month, as the Caribbean does. */
const locales: Readonly<Record<Language, string>> = { en: "en-GB", es: "es", fr: "fr", nl: "nl", pt: "pt" };

/** Cached: creating a `DateTimeFormat` takes much longer than formatting. */
const formats = new Map<string, readonly Intl.DateTimeFormat[]>();

function formatsOf(style: MomentStyle, language: Language, timeZone: string): readonly Intl.DateTimeFormat[] {
  const key = `${style} ${language} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const made = styles[style].map((options) => new Intl.DateTimeFormat(locales[language], { ...options, timeZone }));
  formats.set(key, made);
  return made;
}

/** Joins date and time itself, because Intl's word between them differs between versions. */
export function formatMoment(at: Date | string, style: MomentStyle, zone: Zone, language: Language = "en"): string {
  const moment = new Date(at);
  const text = formatsOf(style, language, zone.id)
    .map((format) => format.format(moment))
    .join(", ");
  return style === "long" ? `${text} ${zoneNameOf(zone, language)}` : text;
}

/**
 * `long` without the name of the zone. Separate from `formatMoment`, so that the checkout's script contains little of
 * this module.
 */
export function formatIn({ id: timeZone }: Zone, at: string, language: Language): string {
  const moment = new Date(at);
  return [date, time].map((options) => moment.toLocaleString(locales[language], { ...options, timeZone })).join(", ");
}

/** `short`, with the year if it is not the current one. */
export function formatRecent(at: Date | string, now: Date, zone: Zone): string {
  const yearOf = (moment: Date | string) => formatMoment(moment, "date", zone).slice(-4);
  return formatMoment(at, yearOf(at) === yearOf(now) ? "short" : "shortWithYear", zone);
}

/** `10:42` of today, otherwise `short`. */
export function formatSince(at: Date, now: Date, zone: Zone): string {
  const isToday = formatMoment(at, "date", zone) === formatMoment(now, "date", zone);
  return formatMoment(at, isToday ? "time" : "short", zone);
}

const dayMs = 24 * 60 * 60 * 1000;

/** The heading of a day in a list: `Today, 16 November`, `14 November`, `31 December 2025`. */
export function formatListedDay(at: Date | string, now: Date, zone: Zone): string {
  const day = formatMoment(at, "date", zone);
  const isOn = (other: Date) => day === formatMoment(other, "date", zone);
  const isThisYear = day.slice(-4) === formatMoment(now, "date", zone).slice(-4);
  const text = isThisYear ? formatMoment(at, "longDay", zone) : day;
  if (isOn(now)) return `Today, ${text}`;
  return isOn(new Date(now.getTime() - dayMs)) ? `Yesterday, ${text}` : text;
}

/** The day in a sentence: `today`, `yesterday`, `13 Nov`, `13 Nov 2025`. */
export function formatNearDay(at: Date | string, now: Date, zone: Zone): string {
  const dayOf = (moment: Date) => formatMoment(moment, "date", zone);
  const day = formatMoment(at, "date", zone);
  if (day === dayOf(now)) return "today";
  if (day === dayOf(new Date(now.getTime() - dayMs))) return "yesterday";
  return formatRecent(at, now, zone).replace(/, [\d:]+$/, "");
}

/**
 * The days of a filter, both inclusive: `1–16 Nov`, `28 Oct – 3 Nov`, `From 1 Nov`. Dates are ISO days. A text that is
 * not a day is repeated as it is.
 */
export function formatDayRange(start: string | undefined, end: string | undefined): string {
  const short = (day: string) => {
    const midnight = new Date(`${day}T00:00:00Z`);
    return Number.isNaN(midnight.getTime()) ? day : formatMoment(midnight, "shortDay", utc);
  };
  if (start === undefined) return end === undefined ? "" : `Until ${short(end)}`;
  if (end === undefined) return `From ${short(start)}`;
  if (start === end) return short(start);
  const isOneMonth = start.slice(0, 7) === end.slice(0, 7);
  return isOneMonth ? `${Number(start.slice(8))}–${short(end)}` : `${short(start)} – ${short(end)}`;
}

/** `2026-11-16`: the day of a moment in a zone, as filters take it. */
export const isoDayIn = ({ id: timeZone }: Zone, at: Date): string => at.toLocaleDateString("en-CA", { timeZone });

const offsetPattern = /([+-])(\d{2}):(\d{2})/;

/** The time at which a calendar day begins in a zone. `day` is the beginning of the same day in UTC. */
export function startOfDayIn(zone: Zone, day: Date): Date {
  const format = new Intl.DateTimeFormat("en", { timeZone: zone.id, timeZoneName: "longOffset" });
  const name = format.formatToParts(day).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = "0", minutes = "0"] = offsetPattern.exec(name) ?? [];
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === "-" ? -1 : 1);
  return new Date(day.getTime() - offsetMs);
}
