import { parse } from "lossless-json";
import { AppError } from "@/lib/kit/errors";

/** Text in, and what may be built of it: every scalar of a request reaches its schema as text. */
export type Value = string | File | Value[] | Fields;
export type Fields = { [name: string]: Value };

const depthMax = 16;
const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

export const malformed = (message: string) => new AppError("invalid", message);

export function refuseText(text: string): void {
  if (text.includes("\0") || !text.isWellFormed())
    throw malformed("The request contains characters that are not allowed.");
}

export function refuseName(name: string): void {
  refuseText(name);
  if (forbiddenNames.has(name)) throw malformed(`The request contains a field name that is not allowed.`);
}

export function refuseRepeated(name: string): never {
  refuseText(name);
  throw malformed(`The ${name.slice(0, 64)} field is given more than once.`);
}

/**
 * Strict JSON. Numbers keep their text, so that money never passes through a float; a duplicate
 * key, deep nesting or a name that could reach a prototype is refused.
 */
export function parseJsonObject(text: string): Fields {
  if (!text.trim()) return {};
  const value = parseStrictly(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw malformed("The request body must be a JSON object.");
  }
  return readObject(value, 1);
}

function parseStrictly(text: string): unknown {
  try {
    return parse(text, null, {
      parseNumber: (digits) => digits,
      onDuplicateKey: ({ key }) => refuseRepeated(key),
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    // A RangeError is nesting so deep that the parser ran out of stack.
    throw malformed(
      error instanceof RangeError ? "The request body is nested too deeply." : "The request body is not valid JSON.",
    );
  }
}

function readValue(value: unknown, depth: number): Value | undefined {
  if (depth > depthMax) throw malformed("The request body is nested too deeply.");
  if (value === null) return undefined;
  if (typeof value === "string") {
    refuseText(value);
    return value;
  }
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) {
    return value.map((item) => readValue(item, depth + 1)).filter((item) => item !== undefined);
  }
  return readObject(value, depth + 1);
}

function readObject(value: object, depth: number): Fields {
  if (depth > depthMax) throw malformed("The request body is nested too deeply.");
  const fields: Fields = {};
  for (const [name, content] of Object.entries(value)) {
    refuseName(name);
    const read = readValue(content, depth);
    if (read !== undefined) fields[name] = read;
  }
  return fields;
}
