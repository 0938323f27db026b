import { randomUUID } from "node:crypto";
import fc from "fast-check";

type JsonSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

const made = new WeakMap<JsonSchema, fc.Arbitrary<unknown>>();

/**
 * Values that a schema of the OpenAPI document describes. Generators of patterns are costly to make, so each is made
 * once.
 */
export function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
  const arbitrary = made.get(schema) ?? generatorOf(schema);
  made.set(schema, arbitrary);
  return arbitrary;
}

function generatorOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const shapes = schema.anyOf ?? schema.oneOf;
  if (shapes) return fc.oneof(...shapes.map(valid));
  if (schema.properties) {
    const fields = Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, valid(field)]));
    return fc.record(fields, { requiredKeys: schema.required ?? [] });
  }
  if (schema.items) return fc.uniqueArray(valid(schema.items), { minLength: 1, maxLength: 4 });
  if ([schema.type].flat().includes("integer") && (schema.maximum !== undefined || !schema.pattern)) {
    return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6 });
  }
  if (schema.format === "email") return email(schema.maxLength ?? 200);
  if (schema.format === "uri") return fc.webUrl({ withQueryParameters: true, withFragments: true, size: "small" });
  if (schema.format === "date-time") return moment;
  if (schema.pattern) return matching(schema.pattern, schema.maxLength ?? Number.POSITIVE_INFINITY);
  return fc.string({
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 40, 60),
    unit: "grapheme",
  });
}

/** Of the years that are written with four digits. */
const moment = fc
  .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Nobody else's; every other one is ordinary, because most strange ones are refused, and where those get too long. */
function email(maxLength: number): fc.Arbitrary<string> {
  return fc.tuple(fc.boolean(), fc.emailAddress()).map(([isStrange, address]) => {
    const unique = randomUUID();
    const strange = `${unique}.${address}`.slice(-200);
    return isStrange && strange.length <= maxLength ? strange : `${unique.slice(0, 13)}@example.com`;
  });
}

/** What looks around itself cannot be generated: the rest of the pattern is, and the whole of it decides. */
function matching(pattern: string, maxLength: number): fc.Arbitrary<string> {
  const whole = new RegExp(pattern);
  const rest = new RegExp(pattern.replace(/\(\?<?[!=][^)]*\)/g, ""));
  return fc.stringMatching(rest).filter((text) => text.length <= maxLength && whole.test(text));
}

const nasty = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\0",
    "null",
    "undefined",
    "__proto__",
    "\ud800",
    "-1",
    "1e309",
    "NaN",
    "'; DROP TABLE account; --",
    "%00",
    "😀".repeat(500),
  ),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.integer(),
  fc.constant("x".repeat(5000)),
);

/** A body in which something is wrong: a field replaced, taken away or added, or no object at all. */
export function broken(schema: JsonSchema): fc.Arbitrary<unknown> {
  const shapes = schema.anyOf ?? schema.oneOf;
  if (shapes) return fc.oneof(...shapes.map(broken));
  const names = Object.keys(schema.properties ?? {});
  const object = valid(schema).map((body) => ({ ...(body as Record<string, unknown>) }));
  const replaced = fc
    .tuple(object, fc.constantFrom(...names, "extra", "constructor"), nasty)
    .map(([body, name, value]) => ({ ...body, [name]: value }));
  const missing = fc.tuple(object, fc.constantFrom(...names)).map(([body, name]) => {
    delete body[name];
    return body;
  });
  return fc.oneof(replaced, missing, nasty);
}

/** What a body may look like on the wire: both encodings, and texts that are neither. */
export function onTheWire(body: fc.Arbitrary<unknown>): fc.Arbitrary<{ raw: string; type: string }> {
  const asJson = body.map((value) => ({ raw: JSON.stringify(value) ?? "", type: "application/json" }));
  const asForm = body.map((value) => ({ raw: formOf(value), type: "application/x-www-form-urlencoded" }));
  const asRubbish = fc.tuple(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.constantFrom("application/json", "application/x-www-form-urlencoded", "text/plain", "multipart/form-data"),
  );
  return fc.oneof(
    { weight: 5, arbitrary: asJson },
    { weight: 5, arbitrary: asForm },
    { weight: 1, arbitrary: asRubbish.map(([raw, type]) => ({ raw, type })) },
  );
}

/** Of an object its JSON: it may bring a toString of its own that is none. */
const asText = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

function formOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const pairs = Object.entries(value).map(([name, content]) => [
    name,
    Array.isArray(content) ? content.map(asText).join(" ") : asText(content),
  ]);
  return new URLSearchParams(pairs as [string, string][]).toString();
}
