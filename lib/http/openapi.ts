import * as z from "zod/mini";
import { type ErrorCode, statusOf } from "@/lib/kit/errors";
import { apiVersion } from "./api-version";
import type { EndpointSpec } from "./endpoint";

/** The OpenAPI 3.1 document, generated from the contracts that guard the routes. */
export function openApiDocument(endpoints: readonly EndpointSpec[], origin: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const contract of endpoints) {
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: operation(contract) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Tradewind",
      version: apiVersion,
      description: "A hosted card checkout for merchants in Barbados, Grenada, Guyana, Jamaica and Trinidad & Tobago.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: `${origin}/api` }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        apiKey: { type: "apiKey", in: "header", name: "X-SVC-Key" },
      },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema = {
  type: "object",
  required: ["message"],
  properties: {
    message: { type: "string" },
    error: { description: "Only where credentials were exchanged.", type: "string" },
    error_description: { description: "Only where credentials were exchanged.", type: "string" },
    errors: {
      description: "Every wrong field with what is wrong about it.",
      type: "object",
      additionalProperties: { type: "array", items: { type: "string" } },
    },
  },
};

const requestTypes = ["application/json", "application/x-www-form-urlencoded"];

function operation(contract: EndpointSpec) {
  const { method, path, summary, auth, scopes, body, success } = contract;
  const security = { none: [], bearer: [{ bearer: [] }], any: [{ bearer: [] }, { apiKey: [] }] }[auth];
  const types = contract.takesFiles ? ["multipart/form-data"] : requestTypes;
  return {
    operationId: operationId(method, path),
    summary,
    tags: [path.split("/")[1] ?? "api"],
    security,
    ...(scopes.length > 0 && {
      description: `Needs the scope ${scopes.join(" or ")}, or its module's -all scope.`,
      "x-scopes": scopes,
    }),
    "x-rate-limit": { requests: contract.limit.requests, seconds: contract.limit.seconds },
    parameters: parameters(contract),
    ...(body && {
      requestBody: {
        required: requiredOf(jsonSchema(body, "input")).length > 0,
        content: Object.fromEntries(types.map((type) => [type, { schema: jsonSchema(body, "input") }])),
      },
    }),
    responses: {
      [success.status]: {
        description: "Success",
        content: { "application/json": { schema: jsonSchema(success.schema, "output") } },
      },
      ...Object.fromEntries(refusals(contract).map(([code, description]) => [statusOf[code], refusal(description)])),
    },
  };
}

function refusal(description: string) {
  return { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } };
}

/** What follows from the contract, and on top of it what the contract says of itself. */
export function refusals(contract: EndpointSpec): [ErrorCode, string][] {
  const { auth, scopes, body, query, params, method, idempotent } = contract;
  const general: Partial<Record<ErrorCode, string>> = {
    ...((body || query || (params && method === "POST")) && { invalid: "A field is missing or wrong." }),
    ...(auth !== "none" && { unauthorised: "Missing or invalid authentication." }),
    ...((scopes.length > 0 || contract.environment || contract.changesAccount) && {
      forbidden: "The credential lacks a required scope, or may not do this.",
    }),
    ...(params && method !== "POST" && { not_found: "There is no such object, or it is not the caller's." }),
    ...(idempotent && {
      conflict: "A request with this idempotency key is still running.",
      key_reused: "The idempotency key was used with another request.",
    }),
    ...(body && { too_large: "The body is too large.", unsupported_media: "The content type is not accepted." }),
    rate_limited: "Too many attempts; Retry-After says when to come back.",
    internal: "An unexpected failure.",
  };
  const own = contract.refusals ?? {};
  const merged = Object.entries({ ...general, ...own }) as [ErrorCode, string][];
  return merged.map(([code, text]) => {
    const first = general[code];
    return [code, first && own[code] && first !== text ? `${first} ${text}` : text];
  });
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
  const object = jsonSchema(schema, "input");
  const required = requiredOf(object);
  return Object.entries((object.properties ?? {}) as Record<string, unknown>).map(([name, field]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: field,
  }));
}

function jsonSchema(schema: z.ZodMiniType, io: "input" | "output"): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Record<string, unknown>;
  return rest;
}

function requiredOf(schema: Record<string, unknown>): string[] {
  return Array.isArray(schema.required) ? schema.required : [];
}

function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z]+/).filter(Boolean);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
