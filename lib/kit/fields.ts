import * as z from "zod/mini";
import { isEmail, withAsciiDomain } from "./email";
import { amountPattern, parseMinor } from "./money";
import { breaks } from "./problems";
import { codePoints } from "./text/code-points";

/**
 * Field schemas, from which every contract is built. JSON and form bodies both arrive as text (see
 * lib/http/body/body.ts), so every field parses text. An error message is the end of a sentence "The <field> …".
 * Lengths count Unicode code points. This module also runs in the browser.
 */

type TextRules = { min?: number; max: number };

const requiredOr = (otherwise: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? "field is required." : otherwise;

export const text = () => z.string({ error: requiredOr("must be text.") });

const atLeast = (min: number) =>
  z.refine<string>((value) => codePoints(value) >= min, {
    error: `must be at least ${min} characters.`,
    abort: true,
    ...breaks("too_short", { min }),
  });

const atMost = (max: number) =>
  z.refine<string>((value) => codePoints(value) <= max, {
    error: `may not be greater than ${max} characters.`,
    abort: true,
    ...breaks("too_long", { max }),
  });

const bounds = ({ min = 1, max }: TextRules) => z.meta({ minLength: min, maxLength: max });

/** One line of text, trimmed, without control characters, line separators and bidirectional marks. */
export const line = (rules: TextRules) =>
  text().check(
    z.trim(),
    atLeast(rules.min ?? 1),
    atMost(rules.max),
    z.refine((value) => !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(value), {
      error: "has invalid characters.",
      ...breaks("characters"),
    }),
    bounds(rules),
  );

/**
 * Text of several lines, trimmed. Line breaks become `\n`. Other control characters and bidirectional marks are
 * refused.
 */
export const paragraphs = (rules: TextRules) =>
  text().check(
    z.trim(),
    z.overwrite((value) => value.replace(/\r\n?|[\u2028\u2029]/g, "\n")),
    atLeast(rules.min ?? 1),
    atMost(rules.max),
    z.refine((value) => !/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u.test(value), {
      error: "has invalid characters.",
      ...breaks("characters"),
    }),
    bounds(rules),
  );

/** Text that is kept exactly as sent, such as a password. */
export const verbatim = (rules: TextRules) => text().check(atLeast(rules.min ?? 1), atMost(rules.max), bounds(rules));

/**
 * An email address in lower case, because mailboxes ignore case in practice. An internationalised domain is stored in
 * its ASCII form, and the length limit applies to that form.
 */
export const email = ({ max }: { max: number }) =>
  text().check(
    z.trim(),
    z.toLowerCase(),
    z.overwrite(withAsciiDomain),
    atMost(max),
    z.refine(isEmail, { error: "must be a valid email address." }),
    z.meta({ format: "email", maxLength: max }),
  );

const e164Pattern = /^\+[1-9]\d{1,14}$/;

type ShapeRules = { max: number; error: string };

/** Trimmed text that matches a pattern. */
export const matching = (pattern: RegExp, rules: ShapeRules) => text().check(z.trim(), ...shapeOf(pattern, rules));

/** Text that must match a pattern as sent, without trimming. */
export const exactly = (pattern: RegExp, rules: ShapeRules) => text().check(...shapeOf(pattern, rules));

/** Checks the length first, so that the pattern runs on short text only. */
const shapeOf = (pattern: RegExp, { max, error }: ShapeRules) => [
  atMost(max),
  z.refine<string>((value) => pattern.test(value), { error }),
  z.meta({ pattern: pattern.source, maxLength: max }),
];

export const phone = () => matching(e164Pattern, { max: 16, error: "must be a phone number such as +18685550123." });

/** An amount of money, parsed into minor units. */
export const money = () =>
  z
    .pipe(
      text().check(
        z.trim(),
        z.refine((value) => parseMinor(value) !== null, {
          error: "must be an amount such as 10.00, with at most 2 decimals and without sign, comma or exponent.",
          abort: true,
          ...breaks("amount"),
        }),
        z.meta({ pattern: amountPattern.source }),
      ),
      z.transform((value: string) => parseMinor(value) ?? 0n),
    )
    .check(z.meta({ type: ["number", "string"] }));

const flagWords = ["0", "1", "true", "false"] as const;
const flagError = requiredOr("must be 0, 1, true or false.");

/** A boolean as 0, 1, true or false. */
export const flag = () =>
  z.pipe(
    z.enum(flagWords, { error: flagError }),
    z.transform((value) => value === "1" || value === "true"),
  );

/** A boolean as 0, 1, true or false, where case does not matter. */
export const flagInAnyCase = () =>
  z.pipe(z.string({ error: flagError }).check(z.toLowerCase(), z.meta({ enum: [...flagWords] })), flag());

/** A choice of `values`. The error message names only `listed`. */
export const oneOf = <const Value extends string>(values: readonly Value[], listed: readonly Value[] = values) =>
  z.enum(values, { error: requiredOr(`must be one of ${listed.join(", ")}.`) });

/** A whole number, as digits or as a JSON number. */
export const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z
    .pipe(
      text().check(
        z.refine((value) => /^\d{1,15}$/.test(value.trim()), {
          error: "must be a whole number.",
          abort: true,
          ...breaks("whole_number", { min, max }),
        }),
      ),
      z.pipe(
        z.transform((value: string) => Number(value)),
        z.number().check(
          z.refine((value) => value >= min && value <= max, {
            error: `must be between ${min} and ${max}.`,
            ...breaks("whole_number", { min, max }),
          }),
        ),
      ),
    )
    .check(z.meta({ type: ["integer", "string"], minimum: min, maximum: max }));

/** A list: an array in JSON, words separated by spaces in a form. `of`: the allowed words, for OpenAPI. */
export const wordList = ({ min = 0, max, of }: { min?: number; max: number; of?: readonly string[] }) => {
  const word = of ? text().check(z.meta({ enum: [...of] })) : text();
  return z.pipe(
    z.union([z.array(word).check(z.meta({ minItems: min, maxItems: max })), text()], {
      error: requiredOr("must be a list."),
    }),
    z.pipe(
      z.transform((value: string | string[]) => splitWords(value)),
      z.array(z.string()).check(z.maxLength(max, { error: `may not have more than ${max} items.` })),
    ),
  );
};

/** Keeps blank items of an array. Otherwise a caller's unset variable would turn the array into an empty list. */
function splitWords(value: string | string[]): string[] {
  const words = Array.isArray(value) ? value : value.split(/\s+/).filter(Boolean);
  return [...new Set(words.map((word) => word.trim()))];
}

const momentPattern = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const momentError = "must be a date and time such as 2027-01-31T00:00:00Z.";

/** A timestamp in ISO 8601 with its time zone, such as 2027-01-31T00:00:00Z. */
export const moment = () =>
  z.pipe(
    matching(momentPattern, { max: 40, error: momentError }).check(
      z.meta({ format: "date-time", examples: ["2027-01-31T00:00:00Z"] }),
    ),
    z.pipe(
      z.transform((value: string) => (isCalendarDay(value.slice(0, 10)) ? new Date(value) : null)),
      z.custom<Date>((value) => value instanceof Date && hasFourDigitYear(value), { error: momentError }),
    ),
  );

/** A calendar day, such as 2027-01-31, parsed into the start of that day in UTC. */
export const calendarDay = () => {
  const error = "must be a date such as 2027-01-31.";
  return z.pipe(
    matching(/^\d{4}-\d{2}-\d{2}$/, { max: 10, error }).check(
      z.refine((value) => isCalendarDay(value), { error }),
      z.meta({ format: "date" }),
    ),
    z.transform((value: string) => new Date(`${value}T00:00:00Z`)),
  );
};

/** A timestamp in a response. */
export const timestamp = () => z.string().check(z.meta({ format: "date-time" }));

/** A path segment that must match the pattern of our ids exactly. */
export const identifier = (pattern: RegExp) => z.string().check(z.regex(pattern), z.meta({ pattern: pattern.source }));

export const transactionIdPattern = /^(SB-)?[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The id of a payment or withdrawal in a path. */
export const transactionId = () => identifier(transactionIdPattern);

/** A UUID as `newUuid` produces it. */
export const uuid = () => identifier(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/**
 * Whether the year in UTC is between 0001 and 9999, because ISO 8601 and PostgreSQL write years with four digits. The
 * time zone of a valid timestamp can move it out of this range. False for an invalid date.
 */
function hasFourDigitYear(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** Needed because `Date` reads 31 February as 3 March, and accepts the year 0, which calendars do not have. */
function isCalendarDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && !text.startsWith("0000");
}
