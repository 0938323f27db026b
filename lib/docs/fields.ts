import { nameInRef, type Schema } from "@/lib/api/api-document";
import { apiDocument } from "@/lib/api/document";

/** A line of a field table. `depth` is 0 for a field of the object itself, 1 for a field of a field, and so on. */
export type FieldRow = {
  name: string;
  depth: number;
  type: string;
  isRequired: boolean;
  description: string;
  values: string[];
  pattern: string | null;
};

/** The fields of an object. The fields of an inner object follow the field that holds it. */
export function fieldRows(schema: Schema, depth = 0): FieldRow[] {
  const { properties = {}, required = [] } = insideOf(schema);
  return Object.entries(properties).flatMap(([name, field]) => [
    fieldRow(name, field, { depth, isRequired: required.includes(name) }),
    ...fieldRows(field, depth + 1),
  ]);
}

export function fieldRow(name: string, field: Schema, place: { depth: number; isRequired: boolean }): FieldRow {
  const schema = resolved(field);
  return {
    name,
    ...place,
    type: typeOf(schema),
    description: field.description ?? schema.description ?? "",
    values: valuesOf(schema),
    pattern: patternOf(schema),
  };
}

/** Follows a reference to a named schema. */
const resolved = (schema: Schema): Schema =>
  schema.$ref ? (apiDocument().components.schemas[nameInRef(schema.$ref)] ?? {}) : schema;

/** The object schema of a field, of its items, or of one of its alternatives. */
function insideOf(field: Schema): Schema {
  const { properties, items, anyOf = [] } = resolved(field);
  if (properties) return resolved(field);
  return items ? insideOf(items) : (anyOf.map(resolved).find((one) => one.properties) ?? {});
}

function valuesOf({ const: value, enum: values, anyOf = [], items }: Schema): string[] {
  if (value !== undefined) return [String(value)].filter(Boolean);
  return (values ?? [...anyOf, ...(items ? [items] : [])].flatMap((one) => valuesOf(resolved(one)))).map(String);
}

const typeNames: Record<string, string> = {
  uri: "URL",
  email: "email address",
  uuid: "UUID",
  date: "date",
  "date-time": "date and time",
  binary: "file",
};

/** Digits of a fixed number, as in account numbers. */
const digitsPattern = /^\^(?:\[1-9\]\\d\{(\d+)\}|\\d\{(\d+)\})\$$/;
/** Letters of a fixed number, as in country codes. */
const lettersPattern = /^\^\[A-Z\]\{(\d+)\}\$$/;
const decimalPattern = /\\\.\\d\{1,2\}/;
/** Order ids and origins. Their descriptions say it in words. */
const identifierPattern = "^(?![_-])[a-zA-Z0-9_-]+(?<![_-])$";

function typeOf(schema: Schema): string {
  const { enum: values, const: value, anyOf, items, pattern = "", type = "object", format = "" } = schema;
  if (anyOf) return [...new Set(anyOf.map((one) => typeOf(resolved(one))))].join(" or ");
  if (items) return `list of ${plural(typeOf(resolved(items)))}`;
  if (values || value !== undefined) return "enum";
  const digits = digitsPattern.exec(pattern);
  if (digits) return `string, ${digits[1] ? Number(digits[1]) + 1 : digits[2]} digits`;
  const letters = lettersPattern.exec(pattern);
  if (letters) return `string, ${letters[1]} capital letters`;
  if (decimalPattern.test(pattern)) return "decimal";
  return [typeNames[format] ?? plainTypes([type].flat()), ...boundsOf(schema)].join(", ");
}

const plural = (type: string) => (/^(string|integer|object|UUID|URL)$/.test(type) ? `${type}s` : type);

/** The type of a field in words. Omits "string" for numbers, because every number may be sent as text as well. */
function plainTypes(types: string[]): string {
  const isNumber = types.includes("number") || types.includes("integer");
  return types.filter((type) => !(isNumber && type === "string")).join(" or ");
}

function boundsOf(schema: Schema): string[] {
  const { minLength = 0, maxLength, minimum, maximum, format } = schema;
  const isBound = (bound?: number) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  const lengths = maxLength !== undefined && format === undefined && !isWholeNumber(schema);
  return [
    ...(lengths ? [minLength > 1 ? `${minLength}–${maxLength}` : `up to ${maxLength}`] : []),
    ...(isBound(minimum) && isBound(maximum) ? [`${minimum}–${maximum}`] : []),
    ...(isBound(minimum) && !isBound(maximum) ? [`at least ${minimum}`] : []),
    ...(!isBound(minimum) && isBound(maximum) ? [`at most ${maximum}`] : []),
  ];
}

/** The length and the pattern of a whole number as text say nothing that its bounds do not. */
const isWholeNumber = ({ type = "", maximum }: Schema) => [type].flat().includes("integer") && maximum !== undefined;

function patternOf(schema: Schema): string | null {
  const { pattern, enum: values } = schema;
  return pattern === undefined || values || isWholeNumber(schema) || isInWords(pattern) ? null : pattern;
}

const isInWords = (pattern: string) =>
  pattern === identifierPattern || [digitsPattern, lettersPattern, decimalPattern].some((known) => known.test(pattern));
