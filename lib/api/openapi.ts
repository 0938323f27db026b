import * as z from "zod/mini";
import type { EndpointSpec } from "@/lib/http/message/endpoint";
import { type ErrorCode, statusOf } from "@/lib/kit/errors";
import { apiVersion } from "@/lib/reference/api-version";
import { apiModules, moduleOf } from "./api-modules";

type Json = Record<string, unknown>;

/** A webhook event that the OpenAPI document describes. */
type SentEvent = { name: string; schema: z.ZodMiniType };

/** The OpenAPI 3.1 document, generated from the contracts that guard the routes. */
export function openApiDocument(endpoints: readonly EndpointSpec[], sentEvents: readonly SentEvent[], origin: string) {
  const schemas: Json = { Error: errorSchema };
  const paths: Record<string, Json> = {};
  for (const contract of endpoints) {
    paths[contract.path] = {
      ...paths[contract.path],
      // Endpoints outside {base_url} name the origin as their server.
      ...(contract.under === "origin" && { servers: [{ url: origin }] }),
      [contract.method.toLowerCase()]: operation(contract, schemas),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Tradewind",
      version: apiVersion,
      description: "A hosted card checkout for merchants in Barbados, Grenada, Guyana, Jamaica and Trinidad & Tobago.",
      license: { name: "MIT", identifier: "MIT" },
    },
    externalDocs: { description: "The guides, for people and for coding agents.", url: `${origin}/llms.txt` },
    "x-redirect-rules": `${origin}/docs/redirect-rules.json`,
    servers: [{ url: `${origin}/api` }],
    tags: apiModules.map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(sentEvents.map((event) => [event.name, { post: notification(event, schemas) }])),
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        apiKey: { type: "apiKey", in: "header", name: "X-SVC-Key" },
      },
      schemas,
    },
  };
}

function notification({ name, schema }: SentEvent, schemas: Json) {
  const signed = (field: string, description: string) => ({
    name: field,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  return {
    operationId: `on${name.split(/[._]/).map(capitalised).join("")}`,
    summary: `Sent when ${name} happens`,
    tags: ["Webhooks"],
    security: [],
    parameters: [
      signed("webhook-id", "The event's id, the same in every attempt."),
      signed("webhook-timestamp", "The time of this attempt, in seconds since 1970."),
      signed("webhook-signature", "As defined by Standard Webhooks. During a rotation, one signature per secret."),
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema: jsonSchema(schema, "output", schemas) } },
    },
    responses: {
      "2XX": { description: "The event was received. Any other status is retried." },
      "410": { description: "No more events are wanted: the endpoint is disabled." },
    },
  };
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const errorSchema = {
  type: "object",
  required: ["message"],
  properties: {
    message: { description: "A short text about the outcome.", type: "string" },
    error: { description: "Only where credentials were exchanged.", type: "string" },
    error_description: { description: "Only where credentials were exchanged.", type: "string" },
    errors: {
      description: "The messages about each wrong field.",
      type: "object",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
  },
};

function operation(contract: EndpointSpec, schemas: Json) {
  const { name, path, summary, auth, scopes, body, success, override } = contract;
  const refusalSchema = contract.refusal
    ? jsonSchema(contract.refusal, "output", schemas)
    : { $ref: "#/components/schemas/Error" };
  const security = { none: [], bearer: [{ bearer: [] }], any: [{ bearer: [] }, { apiKey: [] }] }[auth];
  return {
    operationId: name,
    summary,
    tags: [moduleOf(path)],
    security,
    ...(scopes.length > 0 && {
      description: `Needs the scope ${scopes.join(" or ")}, or its module's -all scope.`,
      "x-scopes": scopes,
    }),
    "x-rate-limit": { requests: contract.limit.requests, seconds: contract.limit.seconds },
    parameters: parameters(contract),
    ...(body && { requestBody: requestBody(contract, bodySchema(contract, body, schemas)) }),
    responses: {
      [success.status]: successful("Success", success, schemas),
      ...(override && {
        [override.success.status]: successful(`Success where _method is ${override.method}`, override.success, schemas),
      }),
      ...Object.fromEntries(
        refusals(contract).map(([code, description]) => [statusOf[code], refusal(code, description, refusalSchema)]),
      ),
    },
  };
}

function bodySchema({ bodyIs }: EndpointSpec, body: z.ZodMiniType, schemas: Json): Json {
  const asJson = (shape: z.ZodMiniType) => jsonSchema(shape, "input", schemas);
  if (!bodyIs) return asJson(body);
  return "oneOf" in bodyIs ? { oneOf: bodyIs.oneOf.map(asJson) } : { anyOf: bodyIs.anyOf.map(asJson) };
}

/** Returns the alternative shapes of a body, or undefined if it has only one. */
const shapesOf = ({ oneOf, anyOf }: Json): Json[] | undefined => (oneOf ?? anyOf) as Json[] | undefined;

function requestBody(contract: EndpointSpec, schema: Json) {
  const form = { schema: formSchema(schema) };
  return {
    required: (shapesOf(schema) ?? [schema]).every((shape) => requiredOf(shape).length > 0),
    content: contract.takesFiles
      ? { "multipart/form-data": form }
      : {
          "application/json": { schema },
          "application/x-www-form-urlencoded": form,
          ...(contract.takesMultipart && { "multipart/form-data": form }),
        },
  };
}

/**
 * Forms send a list as words separated by spaces, so only the text alternative of a list remains in a form's schema.
 */
function formSchema(schema: Json): Json {
  const shapes = shapesOf(schema)?.map(formSchema);
  if (shapes) return schema.oneOf ? { oneOf: shapes } : { anyOf: shapes };
  const asText = (field: Json): Json => {
    const readings = Array.isArray(field.anyOf) ? (field.anyOf as Json[]) : [];
    const words = readings.some(({ type }) => type === "array") && readings.find(({ type }) => type === "string");
    if (words) return { ...words, description: "Words separated by spaces." };
    const isObjectToo = Array.isArray(field.type) && field.type.includes("object");
    return isObjectToo ? { ...field, type: "string" } : field;
  };
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  return { ...schema, properties: Object.fromEntries(fields.map(([name, field]) => [name, asText(field)])) };
}

const successful = (description: string, { schema }: EndpointSpec["success"], schemas: Json) => ({
  description,
  headers: { "X-Request-Id": header("Identifies this request in our logs.") },
  content: { "application/json": { schema: jsonSchema(schema, "output", schemas) } },
});

const header = (description: string, type = "string") => ({ description, schema: { type } });

function refusal(code: ErrorCode, description: string, schema: Json) {
  return {
    description,
    ...((code === "rate_limited" || code === "unavailable") && {
      headers: { "Retry-After": header("Seconds to wait before a retry.", "integer") },
    }),
    content: { "application/json": { schema } },
  };
}

/** The error responses of an endpoint: those that follow from its contract, and those that the contract lists. */
function refusals(contract: EndpointSpec): [ErrorCode, string][] {
  const { auth, scopes, body, query, params, method, idempotent, refusals: own = {} } = contract;
  const isAction = params && method === "POST";
  const general: Partial<Record<ErrorCode, string>> = {
    invalid: [
      ...(body || query ? ["A field is missing or wrong."] : ["The request is malformed."]),
      ...(isAction ? ["The object does not exist, or belongs to another account."] : []),
      ...(contract.keyRefusal ? ["The request was authenticated with an API key."] : []),
    ].join(" "),
    ...(auth !== "none" && { unauthorised: "Missing or invalid authentication." }),
    ...((scopes.length > 0 || contract.environment) && { forbidden: "The credential lacks a required scope." }),
    ...(params && !isAction && { not_found: "The object does not exist, or belongs to another account." }),
    ...(idempotent && {
      conflict: "A request with this idempotency key is still running.",
      key_reused: "The idempotency key was used with another request.",
    }),
    too_large: "The body is too large.",
    ...(body && { unsupported_media: "The content type is not accepted." }),
    rate_limited: "Too many attempts.",
    internal: "An unexpected failure.",
    unavailable: idempotent
      ? "Unavailable at the moment. Retry the request with the same idempotency key."
      : "Unavailable at the moment. Retry the request.",
  };
  const codes = Object.keys({ ...general, ...own }) as ErrorCode[];
  return codes.map((code) => [code, [general[code], own[code]].filter(Boolean).join(" ")]);
}

function parameters(contract: EndpointSpec) {
  return [
    ...fields("path", contract.params),
    ...fields("query", contract.query),
    ...(contract.idempotent
      ? [{ name: "Idempotency-Key", in: "header", required: false, schema: { type: "string", maxLength: 255 } }]
      : []),
  ];
}

function fields(place: "path" | "query", schema: z.ZodMiniType | undefined) {
  if (!schema) return [];
  const object = jsonSchema(schema, "input", {});
  const required = requiredOf(object);
  return Object.entries((object.properties ?? {}) as Json).map(([name, field]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: field,
  }));
}

/** Converts a zod schema to JSON Schema. Schemas with an id move to `components` and are referenced from there. */
function jsonSchema(schema: z.ZodMiniType, io: "input" | "output", schemas: Json): Json {
  const {
    $schema,
    $defs = {},
    ...own
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    // The document must allow additional properties, because answers may get new fields later.
    override: ({ jsonSchema: written }) => delete written.additionalProperties,
  }) as Json & { $defs?: Json };
  const referred = JSON.parse(JSON.stringify({ own, $defs }).replaceAll("#/$defs/", "#/components/schemas/"));
  for (const [id, definition] of Object.entries(referred.$defs as Record<string, Json>)) {
    const { id: _id, ...rest } = definition;
    schemas[id] = rest;
  }
  if (typeof own.id !== "string") return referred.own;
  const { id, ...rest } = referred.own;
  schemas[id] = rest;
  return { $ref: `#/components/schemas/${id}` };
}

function requiredOf(schema: Json): string[] {
  return Array.isArray(schema.required) ? schema.required : [];
}
