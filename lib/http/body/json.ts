import { AppError } from "@/lib/kit/errors";
import { scrub } from "@/lib/kit/log";
import { parseExactJson } from "@/lib/kit/text/exact-json";

/** A value of a request body. Numbers, booleans and strings are all represented as text. */
export type Value = string | File | Value[] | Fields;
export type Fields = { [name: string]: Value };

const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

export const malformed = (message: string) => new AppError("invalid", message);

export function refuseText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed()) {
    throw new AppError("invalid", "The request contains characters that are not allowed.", {
      refusal: { reason: "text_unusable" },
    });
  }
}

/** Refuses field names such as `__proto__` that could change an object's prototype. */
export function refuseName(name: string): void {
  refuseText(name);
  if (forbiddenNames.has(name)) throw malformed("The request contains a field name that is not allowed.");
}

export function addOnce(fields: Fields, name: string, value: Value): void {
  refuseName(name);
  if (Object.hasOwn(fields, name)) throw givenTwice(name);
  fields[name] = value;
}

/** The field name in the message is scrubbed, because a client may send a card number as a field name. */
export const givenTwice = (name: string): AppError =>
  malformed(`The ${scrub(shown(name))} field is given more than once.`);

const shownLengthMax = 64;

/** Shortens a field name at a code point, because PostgreSQL cannot store half a surrogate pair. */
const shown = (name: string): string => [...name].slice(0, shownLengthMax).join("");

/**
 * Parses strict JSON. Null becomes a blank string, which counts as absent. Fields listed in `asText` may hold an
 * object or array: it is checked like the rest and kept as compact JSON text.
 */
export function parseJsonObject(text: string, asText: readonly string[] = []): Fields {
  if (/^[ \t\n\r]*$/.test(text)) return {};
  const value = parseExactJson<Value, Fields>(text, {
    scalar: (literal) => (literal === "null" ? "" : literal),
    string: (string) => {
      refuseText(string);
      return string;
    },
    array: (items) => items,
    object: () => ({}),
    addField: (fields, { name, value, source, depth }) => {
      const isText = depth === 0 && typeof value === "object" && asText.includes(name);
      addOnce(fields, name, isText ? compact(source) : value);
    },
  });
  if (typeof value !== "object" || value instanceof File || Array.isArray(value)) {
    throw malformed("The request body must be a JSON object.");
  }
  return value;
}

/** Removes white space between JSON tokens. Numbers and strings keep their spelling. */
const compact = (json: string): string => json.replace(/("(?:[^"\\]|\\.)*")|[ \t\n\r]+/g, "$1");
