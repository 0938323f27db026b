import type { Problem, Refusal } from "./problems";

/** Every error code of the API, with its HTTP status. */
export const statusOf = {
  invalid: 400,
  unauthorised: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media: 415,
  expectation_failed: 417,
  key_reused: 422,
  rate_limited: 429,
  too_many_headers: 431,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusOf;

type Details = {
  /** Fields of the response body next to `message`. */
  fields?: Record<string, unknown>;
  headers?: Record<string, string>;
  cause?: unknown;
  /** What the dashboard says instead of the message. Not part of the API's answer. */
  refusal?: Refusal;
  /** The same by field, for `fields.errors`. */
  problems?: Problems;
};

export type Problems = Readonly<Record<string, Problem>>;

/** An error whose message the caller sees. Any other error becomes a 500. */
export class AppError extends Error {
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;
  readonly refusal: Refusal | undefined;
  readonly problems: Problems;

  constructor(
    readonly code: ErrorCode,
    readonly publicMessage: string,
    { fields = {}, headers = {}, cause, refusal, problems = {} }: Details = {},
  ) {
    super(publicMessage, { cause });
    this.name = "AppError";
    this.fields = fields;
    this.headers = headers;
    this.refusal = refusal;
    this.problems = problems;
  }

  get status(): number {
    return statusOf[this.code];
  }
}

export const unauthorised = () => new AppError("unauthorised", "Unauthorized");
export const notFound = () => new AppError("not_found", "Not Found");

/** The answer to a POST that names a missing object, or an object of another account. */
export const selectedInvalid = (field: string) =>
  new AppError("invalid", `The selected ${field.replaceAll("_", " ")} is invalid.`);

/** Names the wrong fields of several errors at once, so that a form is corrected once. */
export function joinErrors([first, ...others]: readonly [AppError, ...AppError[]]): AppError {
  if (others.length === 0) return first;
  const all = [first, ...others];
  return new AppError("invalid", first.publicMessage, {
    fields: { errors: Object.assign({}, ...all.map(({ fields }) => fields.errors)) },
    problems: Object.assign({}, ...all.map(({ problems }) => problems)),
  });
}

/** An invalid field that only the use-case can detect. The answer has the same form as an error of the schema. */
export function invalidField(field: string, ending: string, problem: Problem = { rule: "format" }): AppError {
  const message = `The ${field.replaceAll("_", " ")} ${ending}`;
  return new AppError("invalid", message, {
    fields: { errors: { [field]: [message] } },
    problems: { [field]: problem },
  });
}
