import { AppError } from "@/lib/kit/errors";
import { scrub } from "@/lib/kit/log";

/** A value of a request body. Numbers, booleans and strings are all represented as text. */
export type Value = string | File | Value[] | Fields;
export type Fields = { [name: string]: Value };

const depthMax = 16;
const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

export const malformed = (message: string) => new AppError("invalid", message);

export function refuseText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed()) {
    throw malformed("The request contains characters that are not allowed.");
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
 * Parses strict JSON. `JSON.parse` is not used, because it turns money into floats and silently accepts duplicate keys.
 * Numbers keep their text. Null becomes a blank string, which counts as absent. Fields listed in `asText` may hold an
 * object or array: it is checked like the rest and kept as compact JSON text.
 */
export function parseJsonObject(text: string, asText: readonly string[] = []): Fields {
  const reader = new JsonReader(text, asText);
  if (reader.isAtEnd()) return {};
  const value = reader.readValue(0);
  if (!reader.isAtEnd()) throw invalidJson();
  if (typeof value !== "object" || value instanceof File || Array.isArray(value)) {
    throw malformed("The request body must be a JSON object.");
  }
  return value;
}

const invalidJson = () => malformed("The request body is not valid JSON.");

/** Removes white space between JSON tokens. Numbers and strings keep their spelling. */
const compact = (json: string): string => json.replace(/("(?:[^"\\]|\\.)*")|[ \t\n\r]+/g, "$1");

const space = /[ \t\n\r]*/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class JsonReader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly asText: readonly string[],
  ) {}

  isAtEnd(): boolean {
    this.match(space);
    return this.at === this.text.length;
  }

  /** `depth` is the number of objects and arrays that contain the value. */
  readValue(depth: number): Value {
    this.match(space);
    switch (this.text.charAt(this.at)) {
      case "{":
        return this.readObject(depth);
      case "[":
        return this.readArray(depth);
      case '"':
        return this.readString();
      default: {
        const literal = this.match(scalar) || this.fail();
        return literal === "null" ? "" : literal;
      }
    }
  }

  private readObject(depth: number): Fields {
    const fields: Fields = {};
    this.readItems(depth, "}", () => {
      const name = this.text.charAt(this.at) === '"' ? this.readString() : this.fail();
      this.expect(":");
      const start = this.at;
      const value = this.readValue(depth + 1);
      const isText = depth === 0 && typeof value === "object" && this.asText.includes(name);
      addOnce(fields, name, isText ? compact(this.text.slice(start, this.at)) : value);
    });
    return fields;
  }

  private readArray(depth: number): Value[] {
    const items: Value[] = [];
    this.readItems(depth, "]", () => items.push(this.readValue(depth + 1)));
    return items;
  }

  /** Reads comma-separated items up to the closing bracket or brace. */
  private readItems(depth: number, close: string, readItem: () => void): void {
    if (depth >= depthMax) throw malformed("The request body is nested too deeply.");
    this.at += 1;
    this.match(space);
    if (this.text.charAt(this.at) === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      this.match(space);
      readItem();
      if (this.expect(`,${close}`) === close) return;
    }
  }

  /** Finds the closing quote and lets `JSON.parse` decode the string. */
  private readString(): string {
    let end = this.at + 1;
    while (end < this.text.length && this.text.charAt(end) !== '"') end += this.text.charAt(end) === "\\" ? 2 : 1;
    const token = this.text.slice(this.at, end + 1);
    this.at = end + 1;
    try {
      const value: string = JSON.parse(token);
      refuseText(value);
      return value;
    } catch (error) {
      throw error instanceof AppError ? error : invalidJson();
    }
  }

  private expect(oneOf: string): string {
    this.match(space);
    const found = this.text.charAt(this.at);
    if (!found || !oneOf.includes(found)) this.fail();
    this.at += 1;
    return found;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  private fail(): never {
    throw invalidJson();
  }
}
