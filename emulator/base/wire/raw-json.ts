import { AppError } from "@/lib/kit/errors";
import { parseExactJson } from "@/lib/kit/text/exact-json";

/** A number as the client wrote it. `JSON.parse` would lose the difference between `1.10` and `1.1000000000000001`. */
export class NumberText {
  constructor(readonly text: string) {}
}

export type JsonObject = ReadonlyMap<string, Json>;
export type Json = null | boolean | string | NumberText | readonly Json[] | JsonObject;

export type ParsedJson = { value: Json; duplicateKeys: readonly string[] };

/** Parses JSON, keeps the text of numbers and lists the keys that an object repeats. Returns null for invalid JSON. */
export function parseRawJson(text: string): ParsedJson | null {
  const duplicateKeys: string[] = [];
  try {
    const value = parseExactJson<Json, Map<string, Json>>(text, {
      scalar: (literal) => (/^[tfn]/.test(literal) ? (JSON.parse(literal) as boolean | null) : new NumberText(literal)),
      string: (string) => string,
      array: (items) => items,
      object: () => new Map(),
      addField: (object, { name, value }) => {
        if (object.has(name)) duplicateKeys.push(name);
        object.set(name, value);
      },
    });
    return { value, duplicateKeys };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

export const isJsonObject = (value: Json | undefined): value is JsonObject => value instanceof Map;

const emptyObject: JsonObject = new Map();

export function objectField(object: JsonObject, name: string): JsonObject {
  const value = object.get(name);
  return isJsonObject(value) ? value : emptyObject;
}

/** A text field. Numbers and other values count as missing. */
export function textField(object: JsonObject, name: string): string | null {
  const value: Json | undefined = object.get(name);
  return typeof value === "string" ? value : null;
}

export type AmountReading =
  | { kind: "amount"; minor: bigint }
  | { kind: "missing" | "not_number" | "exponent" | "negative" | "decimals" };

/** Reads an amount in major units from its text. */
export function readAmount(value: Json | undefined): AmountReading {
  if (value === undefined || value === null) return { kind: "missing" };
  if (!(value instanceof NumberText)) return { kind: "not_number" };
  if (/e/i.test(value.text)) return { kind: "exponent" };
  if (value.text.startsWith("-")) return { kind: "negative" };
  const [whole = "0", decimals = ""] = value.text.split(".");
  if (decimals.length > 2) return { kind: "decimals" };
  return { kind: "amount", minor: BigInt(whole + decimals.padEnd(2, "0")) };
}

/** `100n` is `1.00`. */
export function formatMinor(minor: bigint): string {
  const digits = minor.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
