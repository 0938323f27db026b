import {
  type ApiDocument,
  type ApiOperation,
  fullPathOf,
  type MediaType,
  operationsAt,
  type Parameter,
  type Schema,
  shapesOf,
} from "../api-document";
import { exampleValues } from "./example-values";
import { meaningOf } from "./field-meanings";
import { type ExampleSource, makeBody, makeExample } from "./make-example";
import { refusalExample } from "./refusal-example";

/**
 * Adds a description to each field and parameter, and an example to each body and answer. Contracts describe a field
 * themselves if its name does not, and the tables of this folder do the rest, because most names recur.
 */
export function annotateDocument(document: ApiDocument, origin: string): ApiDocument {
  const { schemas } = document.components;
  const source = { schemas, values: exampleValues(origin) };
  for (const [name, schema] of Object.entries(schemas)) describeFields(schema, [name]);
  for (const [path, item] of Object.entries(document.paths)) {
    const url = `${origin}${fullPathOf(path, item, document)}`;
    const values = {
      ...source.values,
      ...pageOfList(url.replace(/\{(\w+)\}/g, (_, name) => `${source.values[name]}`)),
    };
    for (const [, operation] of operationsAt(item)) annotateOperation(operation, { schemas, values });
  }
  for (const [name, { post }] of Object.entries(document.webhooks)) {
    for (const media of Object.values(post.requestBody.content)) {
      describeFields(media.schema, ["Event"]);
      media.example = makeExample(media.schema, [name], source);
    }
  }
  return document;
}

const pageOfList = (url: string) => ({
  "links.first": `${url}?page=1`,
  "links.last": `${url}?page=1`,
  "meta.path": url,
});

function annotateOperation(operation: ApiOperation, source: ExampleSource): void {
  const { operationId, parameters, requestBody, responses } = operation;
  for (const parameter of parameters) annotateParameter(parameter, [operationId, parameter.name], source);
  for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
    describeFields(media.schema, [operationId]);
    const isForm = type !== "application/json";
    const examples = shapesOf(media.schema).map((shape) => {
      const example = makeBody(shape, operationId, source);
      return { title: shape.title, value: isForm ? asForm(example) : example };
    });
    setExamples(media, examples);
  }
  for (const [status, { content, description }] of Object.entries(responses)) {
    for (const media of Object.values(content)) {
      describeFields(media.schema, [operationId]);
      media.example = status.startsWith("2")
        ? makeExample(media.schema, [operationId], source)
        : refusalExample(operation, { status, description, isPayment: isPaymentRefusal(media.schema) });
    }
  }
}

function annotateParameter(parameter: Parameter, path: readonly string[], source: ExampleSource): void {
  const { description = meaningOf(path), ...schema } = parameter.schema;
  parameter.schema = schema;
  if (description !== undefined) parameter.description ??= description;
  parameter.example = makeExample(schema, path, source);
}

function describeFields({ properties = {}, items, anyOf = [], oneOf = [] }: Schema, path: readonly string[]): void {
  for (const inner of [items ?? [], anyOf, oneOf].flat()) describeFields(inner, path);
  for (const [name, field] of Object.entries(properties)) {
    const here = [...path, name];
    const description = field.description ?? meaningOf(here);
    if (description !== undefined) field.description = description;
    describeFields(field, here);
  }
}

function setExamples(media: MediaType, examples: readonly { title: string | undefined; value: unknown }[]): void {
  const [one, ...others] = examples;
  if (others.length === 0) media.example = one?.value;
  else media.examples = Object.fromEntries(examples.map(({ title = "", value }) => [title, { value }]));
}

/** Forms send a list as words separated by spaces, and an object as JSON. */
const asForm = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (Array.isArray(value)) return [name, value.join(" ")];
      return [name, typeof value === "object" ? JSON.stringify(value) : value];
    }),
  );

const isPaymentRefusal = ({ $ref }: Schema): boolean => $ref?.endsWith("/PaymentRefusal") ?? false;
