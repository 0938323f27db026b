import * as z from "zod/mini";
import { canonicalCidr } from "./addresses";
import { parseUrl } from "./urls";

/**
 * The only reader of the process's variables: parsed once, and loudly. Everything else asks `env()`.
 */
export type Env = ReturnType<typeof parseEnv>;

export type CardKey = { version: string; key: Buffer };

const appEnvs = ["production", "development"] as const;
const portDefault = 3000;
const secretLengthMin = 32;
const secretDistinctMin = 10;
const cardKeyLength = 32;
const cardKeyDistinctMin = 8;
const mailFromPattern = /^(?:[^<>@",\p{Cc}]{1,100} <[^\s<>@",]+@[\w.-]+>|[^\s<>@",]+@[\w.-]+)$/u;
const cardKeyVersionPattern = /^[\w.-]{1,32}$/;

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

const cidrList = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) =>
      text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(canonicalCidr),
    ),
    z.array(z.string({ error: "must be a list of ranges such as 10.0.0.0/8" })),
  ),
);

const schema = z.object({
  PORT: z._default(wholeNumber(1, 65535), portDefault),
  HOST: z._default(z.string(), "127.0.0.1"),
  PUBLIC_URL: z.optional(z.string()),
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\//, { error: "must be a postgresql:// address" })),
  ),
  APP_ENV: z.optional(z.enum(appEnvs, { error: `must be one of ${appEnvs.join(", ")}` })),
  DATA_DIR: z._default(z.string(), ".data"),
  APP_SECRET: z.optional(z.string()),
  CARD_KEYS: z.optional(z.string()),
  SEED_SANDBOX: z.optional(flag),
  TRUSTED_PROXIES: z._default(cidrList, []),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, { error: "must have at least 16 characters" }))),
  RATE_LIMIT_FACTOR: z.optional(wholeNumber(1, 100_000)),
  LIVE_ACQUIRER: z.optional(z.enum(["simulator"], { error: "must be simulator, or not set" })),
  SMTP_URL: z.optional(z.string().check(z.regex(/^smtps?:\/\//, { error: "must be an smtp:// address" }))),
  MAIL_FROM: z.optional(
    z.string().check(z.regex(mailFromPattern, { error: "must be an address such as Tradewind <pay@example.com>" })),
  ),
  LOG_LEVEL: z._default(
    z.enum(["debug", "info", "warn", "error"], { error: "must be debug, info, warn or error" }),
    "info",
  ),
});

export class EnvError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "EnvError";
  }
}

/** Reads a set of variables, or throws one error that names every wrong one. */
export function parseEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const appEnv = given.APP_ENV ?? (given.DATABASE_URL ? "production" : "development");
  const isProduction = appEnv === "production";
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${given.PORT ?? portDefault}`;
  const result = schema.safeParse(given);

  const problems = [
    ...new Set(result.error?.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`)),
    ...publicUrlProblems(given.PUBLIC_URL, isProduction),
    ...secretProblems(given.APP_SECRET, isProduction),
    ...cardKeyProblems(given.CARD_KEYS, isProduction),
    ...(given.SMTP_URL !== undefined && given.MAIL_FROM === undefined
      ? ["MAIL_FROM is required where SMTP_URL is set."]
      : []),
    ...(isProduction && given.RATE_LIMIT_FACTOR !== undefined
      ? ["RATE_LIMIT_FACTOR is for development and is refused in production."]
      : []),
    ...(isProduction && given.LIVE_ACQUIRER !== undefined
      ? ["LIVE_ACQUIRER is for tests and is refused in production."]
      : []),
  ];
  if (!result.success || problems.length > 0) throw new EnvError(problems);

  const values = result.data;
  return Object.freeze({
    ...values,
    APP_ENV: values.APP_ENV ?? (isProduction ? "production" : "development"),
    PUBLIC_URL: publicUrl.replace(/\/$/, ""),
    SEED_SANDBOX: values.SEED_SANDBOX ?? !isProduction,
    RATE_LIMIT_FACTOR: values.RATE_LIMIT_FACTOR ?? (isProduction ? 1 : 10),
    CARD_KEYS: parseCardKeys(values.CARD_KEYS ?? ""),
    isProduction,
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

function secretProblems(secret: string | undefined, isProduction: boolean) {
  if (secret === undefined) return isProduction ? ["APP_SECRET is required in production."] : [];
  const isWeak = secret.length < secretLengthMin || new Set(secret).size < secretDistinctMin;
  return isWeak
    ? [`APP_SECRET is too weak: give ${secretLengthMin} or more random characters (openssl rand -base64 48).`]
    : [];
}

/** Entries are named by their place: where a version was forgotten, what stands there is a key. */
function cardKeyProblems(list: string | undefined, isProduction: boolean) {
  if (list === undefined) return isProduction ? ["CARD_KEYS is required in production."] : [];
  const entries = cardKeyEntries(list);
  if (entries.length === 0) return ["CARD_KEYS must be a list of version:base64key."];
  const wrong = entries.flatMap((entry, index) => {
    const problem = cardKeyProblem(entry);
    return problem ? [`CARD_KEYS entry ${index + 1} must ${problem}.`] : [];
  });
  if (wrong.length > 0) return wrong;
  const keys = parseCardKeys(list);
  if (new Set(keys.map(({ version }) => version)).size !== keys.length) return ["CARD_KEYS has one version twice."];
  return new Set(keys.map(({ key }) => key.toString("hex"))).size === keys.length
    ? []
    : ["CARD_KEYS has the same key under two versions."];
}

function cardKeyProblem(entry: string): string | null {
  const [version = "", text = "", ...rest] = entry.split(":");
  if (rest.length > 0 || !text) return "be version:base64key";
  if (!cardKeyVersionPattern.test(version))
    return "have a version of 1 to 32 letters, digits, dots, hyphens or underscores";
  const key = Buffer.from(text, "base64");
  // Node.js reads over what is not base64; written again it must be what was given.
  const isWhole = key.length === cardKeyLength && key.toString("base64") === text;
  if (!isWhole) return `have a key of ${cardKeyLength} bytes in base64, and nothing after it (openssl rand -base64 32)`;
  return new Set(key).size < cardKeyDistinctMin ? "have a key of random bytes (openssl rand -base64 32)" : null;
}

const cardKeyEntries = (list: string) => list.split(/[\s,]+/).filter(Boolean);

function parseCardKeys(list: string): CardKey[] {
  return cardKeyEntries(list).map((entry) => {
    const [version = "", key = ""] = entry.split(":");
    return { version, key: Buffer.from(key, "base64") };
  });
}

let parsed: Env | undefined;

export function env(): Env {
  parsed ??= parseEnv(process.env);
  return parsed;
}

/** The variables as they stand, for handing them to a child process. */
export function rawEnv(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/**
 * Fills in what a launcher found out (the embedded database, generated keys) and parses again.
 * It writes to the process's own variables because the pages' bundle reads them a second time.
 */
export function extendEnv(values: Record<string, string>): Env {
  Object.assign(process.env, values);
  parsed = undefined;
  return env();
}
