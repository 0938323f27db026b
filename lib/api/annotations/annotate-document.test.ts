import Ajv2020 from "ajv/dist/2020";
import { expect, it } from "vitest";
import { passesLuhn } from "@/lib/kit/luhn";
import { platformCodes } from "@/lib/reference/platforms";
import { fullPathOf, type MediaType, operationsAt, type Parameter, type Schema } from "../api-document";
import { apiDocument } from "../document";

const document = apiDocument();
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  operationsAt(item).map(([method, operation]) => ({
    ...operation,
    name: `${method.toUpperCase()} ${fullPathOf(path, item, document)}`,
  })),
);
const notifications = Object.entries(document.webhooks).map(([name, { post }]) => ({ ...post, name }));

const parameters = [...operations, ...notifications].flatMap(({ name, parameters: own }) =>
  own.map((parameter): [string, Parameter] => [`${name} ${parameter.name}`, parameter]),
);
const bodies = [...operations, ...notifications].flatMap(({ name, requestBody }) =>
  Object.entries(requestBody?.content ?? {}).map(([type, media]): [string, MediaType] => [`${name} ${type}`, media]),
);
const answers = operations.flatMap(({ name, responses }) =>
  Object.entries(responses).flatMap(([status, { content }]) =>
    Object.values(content).map((media): [string, MediaType] => [`${name} ${status}`, media]),
  ),
);

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "doc", components: document.components });
const compiled = new Map<string, ReturnType<typeof ajv.compile>>();

/** Most refusals have the same schema, and compiling takes time. */
function validatorOf(schema: Schema): ReturnType<typeof ajv.compile> {
  const text = JSON.stringify(schema).replaceAll('"#/components', '"doc#/components');
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
  compiled.set(text, validate);
  return validate;
}

/** Why an example does not match its schema. Null if it does. */
function mismatch(schema: Schema, example: unknown): string | null {
  if (example === undefined) return "There is no example.";
  const validate = validatorOf(schema);
  return validate(example) ? null : ajv.errorsText(validate.errors);
}

const examplesOf = ({ example, examples }: MediaType): unknown[] =>
  examples ? Object.values(examples).map(({ value }) => value) : [example];

it("describes every parameter, and gives it an example that matches its schema unless we send it", () => {
  expect(parameters.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
  const sent = parameters.filter(([name]) => !name.includes("webhook-"));
  const wrong = sent.map(([name, { schema, example }]) => [name, mismatch(schema, example)]);
  expect(wrong.filter(([, problem]) => problem !== null)).toEqual([]);
});

it("describes every field of every body and record", () => {
  const undescribed = (path: string, { properties = {}, items, anyOf = [], oneOf = [] }: Schema): string[] => [
    ...[items ?? [], anyOf, oneOf].flat().flatMap((inner) => undescribed(path, inner)),
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(field.description ? [] : [`${path}.${name}`]),
      ...undescribed(`${path}.${name}`, field),
    ]),
  ];
  const records = Object.entries(document.components.schemas).map(([name, schema]) => ({ name, schema }));
  const all = [...bodies, ...answers].map(([name, { schema }]) => ({ name, schema }));
  expect([...records, ...all].flatMap(({ name, schema }) => undescribed(name, schema))).toEqual([]);
});

it.each([
  ["body", bodies],
  ["answer", answers],
])("gives every %s an example that matches its schema", (_what, all) => {
  const wrong = all.flatMap(([name, media]) =>
    examplesOf(media).map((example) => [name, mismatch(media.schema, example)]),
  );
  expect(wrong.length).toBeGreaterThan(60);
  expect(wrong.filter(([, problem]) => problem !== null)).toEqual([]);
});

it("shows all five platforms, and neither a card number nor a secret", () => {
  const shown = JSON.stringify([...bodies, ...answers].map(([, media]) => examplesOf(media)));
  for (const platform of platformCodes) expect(shown).toContain(`"${platform}"`);
  expect(shown.match(/\b\d{13,19}\b/g)?.filter(passesLuhn) ?? []).toEqual([]);
  const secrets = shown.match(/whsec_\w+|svc_(test|live)_\w+|eyJ[\w-]+/g) ?? [];
  expect(new Set(secrets)).toEqual(new Set(["whsec_YOUR_SECRET", "svc_test_0a1b2c3d4e5f607182_YOUR_SECRET"]));
});
