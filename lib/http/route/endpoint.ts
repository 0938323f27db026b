import type * as z from "zod/mini";
import type { ErrorCode } from "@/lib/kit/errors";
import type { Scope } from "@/lib/reference/scopes";

/**
 * One contract object drives the guard, the parser, the check of the answer and the OpenAPI document. Safe in the browser:
 * only types and data.
 */
export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export type RateLimit = {
  requests: number;
  seconds: number;
  /** Whether requests pass while the counters cannot be reached. Closed where passwords are checked. */
  failing: "open" | "closed";
};

export const perMinute = (requests: number): RateLimit => ({ requests, seconds: 60, failing: "open" });

type AnySchema = z.ZodMiniType;

export type EndpointSpec = {
  /** The operation's id in the OpenAPI document, from which clients generate function names. */
  name: string;
  method: Method;
  /** Relative to {base_url}, or to the origin with `under`. Parameters stand in braces, as in the interface. */
  path: `/${string}`;
  under?: "origin";
  summary: string;
  auth: "none" | "bearer" | "any";
  /** The message of the 400 that refuses API keys where a bearer token is required. Without it they get a 401. */
  keyRefusal?: string;
  /** Any one of these is enough. An empty list accepts every valid credential. */
  scopes: readonly Scope[];
  limit: RateLimit;
  /** Honours `Idempotency-Key`. The handler then runs in one transaction and must not call other services. */
  idempotent?: true;
  /** Acts on one environment, which the credential or the request chooses. */
  environment?: "chosen";
  /** Changes something that both environments share, so test keys are refused. */
  changesAccount?: true;
  /** Accepts files in `multipart/form-data`. */
  takesFiles?: true;
  /** Accepts forms without files in `multipart/form-data` too. */
  takesMultipart?: true;
  /** Fields that may be a JSON object or array, and are kept as compact JSON text. */
  jsonText?: readonly string[];
  /** Pages of every origin may call it. Never together with credentials. */
  cors?: true;
  /** Runs instead if the form field `_method` names its method: some clients can send files only with POST. */
  override?: EndpointSpec;
  params?: AnySchema;
  query?: AnySchema;
  body?: AnySchema;
  /** The shapes of a body, for the OpenAPI document, where the use-case decides which one is required. */
  bodyIs?: { oneOf: readonly AnySchema[] } | { anyOf: readonly AnySchema[] };
  success: { status: 200 | 201; schema: AnySchema };
  /** The body of refusals, where it differs from the usual one. */
  refusal?: AnySchema;
  /** Refusals that the OpenAPI document lists beside the usual ones, which follow from the other fields. */
  refusals?: Partial<Record<ErrorCode, string>>;
};

export function endpoint<const Spec extends EndpointSpec>(spec: Spec): Spec {
  return spec;
}

/** The path from the origin. */
export const fullPath = ({ path, under }: EndpointSpec): string => (under === "origin" ? path : `/api${path}`);

export type OutputOf<Schema> = Schema extends AnySchema ? z.output<Schema> : undefined;

export type ParamsOf<Spec extends Pick<EndpointSpec, "params">> = OutputOf<Spec["params"]>;
export type QueryOf<Spec extends Pick<EndpointSpec, "query">> = OutputOf<Spec["query"]>;
export type BodyOf<Spec extends Pick<EndpointSpec, "body">> = OutputOf<Spec["body"]>;
export type AnswerOf<Spec extends Pick<EndpointSpec, "success">> = z.input<Spec["success"]["schema"]>;
