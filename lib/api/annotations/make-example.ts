import { nameInRef, type Schema } from "../api-document";
import { closest } from "./closest";

/** `values`: realistic values by field, with the keys of `closest`. */
export type ExampleSource = {
  schemas: Readonly<Record<string, Schema>>;
  values: Readonly<Record<string, unknown>>;
};

/** Makes an example of a schema. Fields that may be null are null if `values` has no value for them. */
export function makeExample(schema: Schema, path: readonly string[], source: ExampleSource): unknown {
  const known = closest(source.values, path);
  if (known !== undefined && isAllowed(schema, known, source)) return known;
  const { $ref, const: constant, examples, properties, items, anyOf, enum: choices } = schema;
  if ($ref) return makeExample(resolved(schema, source), [...path, nameInRef($ref)], source);
  if (constant !== undefined) return constant;
  if (examples) return examples[0];
  if (properties) return exampleObject(schema, Object.keys(properties), { path, source });
  if (items) return [makeExample(items, path, source)];
  if (anyOf?.some(({ type }) => type === "null")) return null;
  if (anyOf?.[0]) return makeExample(anyOf[0], path, source);
  return choices ? choices[0] : plainExample(schema, path.at(-1) ?? "");
}

/**
 * Makes an example of a request's body: its required fields and those with a value for this operation, or all fields if
 * none is required.
 */
export function makeBody(shape: Schema, operationId: string, source: ExampleSource): Record<string, unknown> {
  const { properties = {}, required = [] } = shape;
  const isShown = (name: string) =>
    required.length === 0 || required.includes(name) || Object.hasOwn(source.values, `${operationId}.${name}`);
  return exampleObject(shape, Object.keys(properties).filter(isShown), { path: [operationId], source });
}

function exampleObject(
  { properties = {} }: Schema,
  names: readonly string[],
  { path, source }: { path: readonly string[]; source: ExampleSource },
): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, makeExample(properties[name] ?? {}, [...path, name], source)]));
}

const resolved = ({ $ref, ...schema }: Schema, { schemas }: ExampleSource): Schema =>
  $ref ? (schemas[nameInRef($ref)] ?? {}) : schema;

/** Whether a value has the type of the schema. A name can stand for a text here and for an object there. */
function isAllowed(schema: Schema, value: unknown, source: ExampleSource): boolean {
  const { const: constant, enum: choices, anyOf, type } = resolved(schema, source);
  if (constant !== undefined) return value === constant;
  if (choices) return choices.includes(value);
  if (anyOf) return anyOf.some((one) => isAllowed(one, value, source));
  const types = [type ?? []].flat();
  if (Number.isInteger(value) && types.includes("integer")) return true;
  return types.includes(value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
}

const moment = "2026-11-16T14:05:00.000Z";

function plainExample({ type = "object", format, minimum = 1 }: Schema, name: string): unknown {
  const types = [type].flat();
  if (format === "date-time") return moment;
  if (format === "date") return moment.slice(0, 10);
  if (types.includes("null")) return null;
  if (types.includes("boolean")) return true;
  if (types.includes("number") || types.includes("integer")) return Math.max(1, minimum);
  return types.includes("object") ? {} : name;
}
