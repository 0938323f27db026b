import { slugOf } from "./markdown";
import type { Schema } from "./operations";

/** A Markdown list with one line per field. The fields of an object are indented below it. */
export function fieldLines(schema: Schema, indent = ""): string[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, field]) => [
    `${indent}${fieldLine(name, field, required.includes(name))}`,
    ...fieldLines(insideOf(field), `${indent}  `),
  ]);
}

/** The object schema of a field, of its items, or of one of its alternatives. */
const insideOf = (field: Schema): Schema =>
  field.properties ? field : (field.items ?? field.anyOf?.find(({ properties }) => properties) ?? {});

export function fieldLine(name: string, field: Schema, isRequired: boolean): string {
  const facts = [typeOf(field), ...(isRequired ? [] : ["optional"]), ...rulesOf(field)].join(", ");
  return `- \`${name}\` ${facts}.${field.description ? ` ${escaped(field.description)}` : ""}`;
}

const typeNames: Record<string, string> = {
  string: "text",
  integer: "whole number",
  boolean: "true or false",
  uri: "address",
  email: "email address",
  date: "date",
  "date-time": "date and time",
  binary: "file",
};

export function typeOf(schema: Schema): string {
  const { $ref, enum: values, const: value, anyOf, items, type = "object", format = "" } = schema;
  const record = $ref?.split("/").at(-1);
  if (record) return `[${record}](#${slugOf(record)})`;
  if (value !== undefined) return `\`${value}\``;
  if (values) return `one of ${values.map((one) => `\`${one}\``).join(", ")}`;
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" or ");
  if (items) return `list of ${typeOf(items)}`;
  return typeNames[format] ?? plainTypes([type].flat());
}

/** The type of a field in words. Omits "string" for numbers, because every number may be sent as text as well. */
function plainTypes(types: string[]): string {
  const isNumber = types.includes("number") || types.includes("integer");
  const listed = types.filter((type) => !(isNumber && type === "string"));
  return listed.map((type) => typeNames[type] ?? type).join(" or ");
}

function rulesOf({ minLength = 0, maxLength, pattern, minimum, maximum, enum: values }: Schema): string[] {
  const isBound = (bound?: number) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  return [
    ...(minLength > 1 ? [`at least ${minLength} characters`] : []),
    ...(maxLength !== undefined ? [`at most ${maxLength} characters`] : []),
    ...(pattern && !values ? [`of the pattern \`${pattern}\``] : []),
    ...(isBound(minimum) ? [`at least ${minimum}`] : []),
    ...(isBound(maximum) ? [`at most ${maximum}`] : []),
  ];
}

/** Escapes Markdown in text taken from the OpenAPI document. */
export const escaped = (text: string): string => text.replace(/[\\<>*_`[\]]/g, "\\$&");
