import type * as z from "zod/mini";
import type { ErrorCode } from "@/lib/kit/errors";
import type { Scope } from "@/lib/reference/scopes";

/**
 * One contract object drives the guard, the parser, the answer's check and the OpenAPI document.
 * Safe in the browser: nothing here but types and data.
 */
export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export type RateLimit = {
  requests: number;
  seconds: number;
  /** What happens while the counters cannot be reached. Closed where passwords are tried. */
  failing: "open" | "closed";
};

export const perMinute = (requests: number): RateLimit => ({ requests, seconds: 60, failing: "open" });

export type AnySchema = z.ZodMiniType;

export type EndpointSpec = {
  /** Names the operation in the document, and so the function of a generated client. */
  name: string;
  method: Method;
  /** Relative to {base_url}, or to the origin itself; with parameters in braces as the interface writes them. */
  path: `/${string}`;
  under?: "origin";
  summary: string;
  auth: "none" | "bearer" | "any";
  /** What an API key is told, with a 400, where only a bearer token will do; without it the answer is 401. */
  keyRefusal?: string;
  /** Any one of these is enough; none means that a valid credential is. */
  scopes: readonly Scope[];
  limit: RateLimit;
  /** Honours `Idempotency-Key`. Such a handler runs in one transaction and calls nothing outside. */
  idempotent?: true;
  /** Acts on one environment, which the credential or the caller chooses. */
  environment?: "chosen";
  /** Changes something that has no environment, which a test key may only read. */
  changesAccount?: true;
  /** Takes files, in `multipart/form-data`. */
  takesFiles?: true;
  /** Takes forms without files in `multipart/form-data`, too. */
  takesMultipart?: true;
  /** Fields that may be a JSON object or array, and are kept as compact JSON text. */
  jsonText?: readonly string[];
  /** May be called by pages of every origin. Never with credentials. */
  cors?: true;
  /** Takes over where the form field `_method` names its method, for clients that cannot send a file with it. */
  override?: EndpointSpec;
  params?: AnySchema;
  query?: AnySchema;
  body?: AnySchema;
  /** The shapes a body may have, for the document, where only the use-case can tell which one it must be. */
  bodyIs?: { oneOf: readonly AnySchema[] } | { anyOf: readonly AnySchema[] };
  success: { status: 200 | 201; schema: AnySchema };
  /** What every refusal's body holds, where that is not the usual one. */
  refusal?: AnySchema;
  /** Refusals of its own, for the document; those that follow from the rest are added to it. */
  refusals?: Partial<Record<ErrorCode, string>>;
};

export function endpoint<const Spec extends EndpointSpec>(spec: Spec): Spec {
  return spec;
}

/** The path from the origin on. */
export const fullPath = ({ path, under }: EndpointSpec): string => (under === "origin" ? path : `/api${path}`);

export type OutputOf<Schema> = Schema extends AnySchema ? z.output<Schema> : undefined;

export type ParamsOf<Spec extends Pick<EndpointSpec, "params">> = OutputOf<Spec["params"]>;
export type QueryOf<Spec extends Pick<EndpointSpec, "query">> = OutputOf<Spec["query"]>;
export type BodyOf<Spec extends Pick<EndpointSpec, "body">> = OutputOf<Spec["body"]>;
export type AnswerOf<Spec extends Pick<EndpointSpec, "success">> = z.input<Spec["success"]["schema"]>;
