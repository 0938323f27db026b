import fc from "fast-check";

type JsonSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
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

/** Values that a schema of the OpenAPI document describes. */
export function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid));
  if (schema.properties) {
    const fields = Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, valid(field)]));
    return fc.record(fields, { requiredKeys: schema.required ?? [] });
  }
  if (schema.items) return fc.uniqueArray(valid(schema.items), { minLength: 1, maxLength: 4 });
  if ([schema.type].flat().includes("integer"))
    return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6 });
  if (schema.format === "email")
    return fc.emailAddress().map((address) => `${fc.sample(fc.uuid(), 1)[0]}.${address}`.slice(-200));
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
  return fc.string({
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 40, 60),
    unit: "grapheme",
  });
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

function formOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const pairs = Object.entries(value).map(([name, content]) => [
    name,
    Array.isArray(content) ? content.join(" ") : String(content),
  ]);
  return new URLSearchParams(pairs as [string, string][]).toString();
}
