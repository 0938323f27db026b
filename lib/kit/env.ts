import * as z from "zod/mini";
import { canonicalCidr, isLoopbackHost } from "./addresses";
import { appSecretProblems, cardKeyProblems, parseAppSecrets, parseCardKeys } from "./secrets/key-lists";
import { hasEncodedUser, parseUrl } from "./urls";

/** This module alone reads environment variables, and parses them once. All other code calls `env()`. */
export type Env = ReturnType<typeof parseEnv>;

const appEnvs = ["production", "development"] as const;
const portDefault = 3000;
const mailFromPattern = /^(?:[^<>@",\p{Cc}]{1,100} <[^\s<>@",]+@[\w.-]+>|[^\s<>@",]+@[\w.-]+)$/u;

const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,6}$/, { error: `must be a whole number from ${min} to ${max}` })),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z
        .number()
        .check(
          z.refine((value) => value >= min && value <= max, { error: `must be a whole number from ${min} to ${max}` }),
        ),
    ),
  );

const flag = z.pipe(
  z.enum(["true", "false"], { error: "must be true or false" }),
  z.transform((text) => text === "true"),
);

const noProxies = "none";

/** The entries of a list, which spaces or commas separate. */
const entriesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const proxyList = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => (text.trim() === noProxies ? [] : entriesOf(text).map(canonicalCidr))),
    z.array(z.string({ error: `must be a list of ranges such as 10.0.0.0/8, or the word ${noProxies}` })),
  ),
);

const encodedUser = z.refine<string>(hasEncodedUser, {
  error:
    "must have a host, and a percent-encoded user and password: % as %25, @ as %40, : as %3A, / as %2F, ? as %3F, # as %23",
});

const databaseAddress = z.string().check(
  z.regex(/^postgres(ql)?:\/\//, { error: "must be a postgresql:// address" }),
  encodedUser,
  z.regex(/^(?!.*[?&]target_session_attrs=(?!(read-write|primary)(&|$)))/, {
    error: "may ask only for target_session_attrs=read-write",
  }),
);

const receiverAddress = z.string().check(z.regex(/^https?:\/\//, { error: "must be an http:// or https:// address" }));

/** The emulator of a gateway runs on this machine, so that no money can move. */
const loopbackOrigin = z.string().check(
  z.refine((text) => parseUrl(text)?.origin === text && isLoopbackOrigin(text), {
    error: "must be an origin of this machine, such as http://127.0.0.1:3099, or a list of them",
  }),
);

const schema = z.object({
  PORT: z._default(wholeNumber(1, 65535), portDefault),
  HOST: z._default(z.string(), "127.0.0.1"),
  WEB_PROCESSES: z._default(wholeNumber(1, 64), 1),
  SHUTDOWN_GRACE_SECONDS: z.optional(wholeNumber(0, 300)),
  PUBLIC_URL: z.optional(z.string()),
  DATABASE_URL: z.optional(databaseAddress),
  DIRECT_DATABASE_URL: z.optional(databaseAddress),
  MIGRATE_DATABASE_URL: z.optional(databaseAddress),
  DATABASE_POOL_SIZE: z._default(wholeNumber(2, 500), 10),
  DATABASE_CONNECT_SECONDS: z._default(wholeNumber(1, 60), 5),
  DATABASE_TRANSACTION_SECONDS: z._default(wholeNumber(10, 120), 15),
  APP_ENV: z.optional(z.enum(appEnvs, { error: `must be one of ${appEnvs.join(", ")}` })),
  DATA_DIR: z._default(z.string(), ".data"),
  APP_SECRET: z.optional(z.string()),
  CARD_KEYS: z.optional(z.string()),
  SEED_SANDBOX: z.optional(flag),
  TRUSTED_PROXIES: z._default(proxyList, []),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, { error: "must have at least 16 characters" }))),
  RATE_LIMIT_FACTOR: z.optional(wholeNumber(1, 100_000)),
  PREPARED_STATEMENTS: z._default(flag, true),
  /** False in tests that check that Next.js serves the API in the same way. */
  DIRECT_DISPATCH: z._default(flag, true),
  /** In development, the origins of gateways' emulators. Shops and payers on this machine may pay live then. */
  GATEWAY_EMULATOR: z._default(z.pipe(z.string(), z.pipe(z.transform(entriesOf), z.array(loopbackOrigin))), []),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, { error: "must be an smtp:// address" }), encodedUser)),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(mailFromPattern, { error: "must be an address such as Tradewind <pay@example.com>" })),
  ),
  WORKER_PORT: z.optional(wholeNumber(1, 65535)),
  /** How messages name the operator's program, read by `lib/kit/commands.ts`. */
  OPERATOR_COMMAND: z.optional(z.string()),
  WORKER_HOST: z._default(z.string(), "127.0.0.1"),
  // The packages of OpenTelemetry read the other OTEL_ variables themselves.
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(receiverAddress),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.optional(receiverAddress),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.optional(z.literal("http/json", { error: "must be http/json, or not set" })),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.optional(z.literal("http/json", { error: "must be http/json, or not set" })),
  OTEL_TRACES_EXPORTER: z._default(z.enum(["otlp", "none"], { error: "must be otlp or none" }), "otlp"),
  OTEL_SDK_DISABLED: z._default(flag, false),
  LOG_LEVEL: z._default(
    z.enum(["debug", "info", "warn", "error"], { error: "must be debug, info, warn or error" }),
    "info",
  ),
});

/** The names of all variables that the product reads. */
export const variableNames: readonly string[] = Object.keys(schema.shape);

export class EnvError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "EnvError";
  }
}

/** Throws one error that names every invalid variable. */
export function parseEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const appEnv = given.APP_ENV ?? (given.DATABASE_URL ? "production" : "development");
  const isProduction = appEnv === "production";
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${given.PORT ?? portDefault}`;
  const isLocal = isLoopbackOrigin(publicUrl) && isLoopbackHost(given.HOST ?? "localhost");
  const result = schema.safeParse(given);

  const problems = [
    ...new Set(result.error?.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`)),
    ...publicUrlProblems(given.PUBLIC_URL, isProduction),
    ...appSecretProblems(given.APP_SECRET, isProduction),
    ...cardKeyProblems(given.CARD_KEYS, isProduction),
    ...["MIGRATE_DATABASE_URL", "DIRECT_DATABASE_URL"]
      .filter((name) => given[name] !== undefined && given.DATABASE_URL === undefined)
      .map((name) => `DATABASE_URL is required where ${name} is set.`),
    ...(given.SMTP_URL !== undefined && given.MAIL_FROM === undefined
      ? ["MAIL_FROM is required where SMTP_URL is set."]
      : []),
    ...(isProduction ? productionProblems(given) : exposureProblems(given, isLocal)),
  ];
  if (!result.success || problems.length > 0) throw new EnvError(problems);

  const values = result.data;
  return Object.freeze({
    ...values,
    APP_ENV: values.APP_ENV ?? (isProduction ? "production" : "development"),
    PUBLIC_URL: publicUrl.replace(/\/$/, ""),
    SEED_SANDBOX: values.SEED_SANDBOX ?? !isProduction,
    SHUTDOWN_GRACE_SECONDS: values.SHUTDOWN_GRACE_SECONDS ?? (isProduction ? 5 : 0),
    RATE_LIMIT_FACTOR: values.RATE_LIMIT_FACTOR ?? (isProduction ? 1 : 10),
    APP_SECRETS: parseAppSecrets(values.APP_SECRET ?? ""),
    CARD_KEYS: parseCardKeys(values.CARD_KEYS ?? ""),
    isProduction,
    /** True if `DATABASE_URL` leads to a pooler that shares sessions between transactions, such as PgBouncer. */
    isPooled: values.DIRECT_DATABASE_URL !== undefined || !values.PREPARED_STATEMENTS,
    /** True if spans are exported. */
    isTracing:
      !values.OTEL_SDK_DISABLED &&
      values.OTEL_TRACES_EXPORTER === "otlp" &&
      (values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined,
    /** True in development if other machines cannot reach the server. */
    isLocalDevelopment: !isProduction && isLocal,
  });
}

function publicUrlProblems(publicUrl: string | undefined, isProduction: boolean) {
  if (publicUrl === undefined) return isProduction ? ["PUBLIC_URL is required in production."] : [];
  const url = parseUrl(publicUrl);
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash) {
    return ["PUBLIC_URL must be an origin such as https://pay.example.com."];
  }
  return isProduction && url.protocol !== "https:" ? ["PUBLIC_URL must use https in production."] : [];
}

function productionProblems(given: Record<string, string | undefined>): string[] {
  const rules: readonly (readonly [isBroken: boolean | undefined, problem: string])[] = [
    [
      given.TRUSTED_PROXIES === undefined,
      `TRUSTED_PROXIES is required in production: list the addresses of your proxies, or write ${noProxies} if clients connect directly.`,
    ],
    [given.RATE_LIMIT_FACTOR !== undefined, "RATE_LIMIT_FACTOR is for development and is refused in production."],
    [given.GATEWAY_EMULATOR !== undefined, "GATEWAY_EMULATOR is for development and is refused in production."],
    [given.DIRECT_DISPATCH === "false", "DIRECT_DISPATCH=false is for tests and is refused in production."],
  ];
  return rules.flatMap(([isBroken, problem]) => (isBroken ? [problem] : []));
}

/** A development server shows mail and prints passwords, so a server that others can reach must set APP_ENV. */
function exposureProblems(given: Record<string, string | undefined>, isLocal: boolean): string[] {
  const isHttps = given.PUBLIC_URL?.startsWith("https:");
  if (given.APP_ENV !== undefined || (isLocal && !isHttps)) return [];
  return [
    "APP_ENV is required where PUBLIC_URL or HOST can be reached from other machines: set APP_ENV=production, or APP_ENV=development if everybody who can reach it may read all sandbox mail.",
  ];
}

function isLoopbackOrigin(origin: string): boolean {
  return isLoopbackHost(parseUrl(origin)?.hostname ?? "");
}

let parsed: Env | undefined;

export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}

/** The unparsed environment variables, for child processes. */
export function rawEnv(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/**
 * Adds variables that the launcher determined (embedded database, generated keys) and parses all of them again. It
 * writes to `process.env`, because the bundle of the pages has its own copy of this module and parses them itself.
 */
export function extendEnv(values: Record<string, string>): Env {
  Object.assign(process.env, values);
  parsed = undefined;
  return env();
}
