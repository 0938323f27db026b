import * as z from "zod/mini";
import type { ErrorCode } from "@/lib/kit/errors";
import type { Scope } from "@/lib/reference/scopes";

/**
 * Contracts of endpoints. The guard, the parser, the check of the answer and the OpenAPI document all use the same
 * contract. Browser code may import this file.
 */
export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export type RateLimit = {
  requests: number;
  seconds: number;
  /** Whether requests pass ("open") while the counters are unreachable. "closed" where passwords are checked. */
  failing: "open" | "closed";
};

export const perMinute = (requests: number): RateLimit => ({ requests, seconds: 60, failing: "open" });

type AnySchema = z.ZodMiniType;

export type EndpointSpec = {
  /** The operation's id in the OpenAPI document, from which clients generate function names. */
  name: string;
  method: Method;
  /** The path, relative to {base_url}, or to the origin if `under` is "origin". Parameters are in braces. */
  path: `/${string}`;
  under?: "origin";
  summary: string;
  auth: "none" | "bearer" | "any";
  /** The message of the 400 for API keys, where a bearer token is required. Without it, API keys get a 401. */
  keyRefusal?: string;
  /** The credential needs one of these scopes. An empty list accepts every valid credential. */
  scopes: readonly Scope[];
  limit: RateLimit;
  /** Honours `Idempotency-Key`. The handler then runs in one transaction and must not call other services. */
  idempotent?: true;
  /** Acts on one environment, which the credential or the request chooses. */
  environment?: "chosen";
  /** The endpoint changes something that both environments share, so it refuses test keys. */
  changesAccount?: true;
  /** The endpoint accepts files in `multipart/form-data`. */
  takesFiles?: true;
  /** The endpoint also accepts `multipart/form-data` without files. */
  takesMultipart?: true;
  /** The media type of the JSON, if it is another one than `application/json`. Forms are refused then. */
  mediaType?: string;
  /** Fields that may be a JSON object or array. They are stored as compact JSON text. */
  jsonText?: readonly string[];
  /** Scripts of any origin may call the endpoint (CORS). Only for endpoints without credentials. */
  cors?: true;
  /** Runs instead if the form field `_method` names this endpoint's method. Some clients send files only with POST. */
  override?: EndpointSpec;
  params?: AnySchema;
  query?: AnySchema;
  body?: AnySchema;
  /** The alternative shapes of the body, for the OpenAPI document. The use-case decides which shape is required. */
  bodyIs?: { oneOf: readonly AnySchema[] } | { anyOf: readonly AnySchema[] };
  success: { status: 200 | 201; schema: AnySchema };
  /** The schema of error bodies, if it differs from the usual one. */
  refusal?: AnySchema;
  /** Additional errors for the OpenAPI document. The usual errors follow from the other fields of the contract. */
  refusals?: Partial<Record<ErrorCode, string>>;
};

export function endpoint<const Spec extends EndpointSpec>(spec: Spec): Spec {
  return spec;
}

/** The successful answers of most endpoints. */
export const done = { status: 200, schema: z.object({ message: z.literal("OK") }) } as const;

export const ok = <Data extends AnySchema>(data: Data) =>
  ({ status: 200, schema: z.object({ message: z.literal("OK"), data }) }) as const;

export const created = <Data extends AnySchema>(data: Data) =>
  ({ status: 201, schema: z.object({ message: z.literal("Created"), data }) }) as const;

/** The path from the origin, with the prefix `/api` for API endpoints. */
export const fullPath = ({ path, under }: EndpointSpec): string => (under === "origin" ? path : `/api${path}`);

export type OutputOf<Schema> = Schema extends AnySchema ? z.output<Schema> : undefined;

export type ParamsOf<Spec extends Pick<EndpointSpec, "params">> = OutputOf<Spec["params"]>;
export type QueryOf<Spec extends Pick<EndpointSpec, "query">> = OutputOf<Spec["query"]>;
export type BodyOf<Spec extends Pick<EndpointSpec, "body">> = OutputOf<Spec["body"]>;
export type AnswerOf<Spec extends Pick<EndpointSpec, "success">> = z.input<Spec["success"]["schema"]>;
