import { describe, expect, it } from "vitest";
import { EnvError, parseEnv } from "./env";

const production = {
  DATABASE_URL: "postgresql://u:p@db/tradewind",
  PUBLIC_URL: "https://pay.example.com/",
  APP_SECRET: "kF8s0Zq2Lw9xVb4nTr7yUe1oPa6iSd3g",
  CARD_KEYS: `2:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}`,
  TRUSTED_PROXIES: "10.0.0.0/8",
};

const problemsOf = (source: Record<string, string>) => {
  try {
    parseEnv(source);
    return [];
  } catch (error) {
    return error instanceof EnvError ? error.problems : [String(error)];
  }
};

describe("the configuration", () => {
  it("needs no variable in development", () => {
    expect(parseEnv({})).toMatchObject({
      APP_ENV: "development",
      PORT: 3000,
      HOST: "127.0.0.1",
      PUBLIC_URL: "http://localhost:3000",
      SEED_SANDBOX: true,
      RATE_LIMIT_FACTOR: 10,
      SHUTDOWN_GRACE_SECONDS: 0,
      isProduction: false,
    });
  });

  it("switches tracing on if a receiver is named, and off by OTEL_SDK_DISABLED or OTEL_TRACES_EXPORTER", () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };
    expect(parseEnv({}).isTracing).toBe(false);
    expect(parseEnv(endpoint).isTracing).toBe(true);
    expect(parseEnv({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://collector/v1/traces" }).isTracing).toBe(true);
    expect(parseEnv({ ...endpoint, OTEL_SDK_DISABLED: "true" }).isTracing).toBe(false);
    expect(parseEnv({ ...endpoint, OTEL_TRACES_EXPORTER: "none" }).isTracing).toBe(false);
  });

  it("refuses a receiver that is not an address, and a protocol that the export does not speak", () => {
    const wrong = { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
    expect(problemsOf(wrong)).toEqual([
      "OTEL_EXPORTER_OTLP_ENDPOINT must be an http:// or https:// address.",
      "OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, or not set.",
    ]);
  });

  it("defaults to production as soon as DATABASE_URL is set", () => {
    expect(parseEnv(production)).toMatchObject({
      APP_ENV: "production",
      PUBLIC_URL: "https://pay.example.com",
      SEED_SANDBOX: false,
      RATE_LIMIT_FACTOR: 1,
      SHUTDOWN_GRACE_SECONDS: 5,
    });
    expect(parseEnv({ ...production, APP_ENV: "development" }).SEED_SANDBOX).toBe(true);
  });

  it("accepts several servers, and detects a pooler by DIRECT_DATABASE_URL or PREPARED_STATEMENTS=false", () => {
    const DATABASE_URL =
      "postgresql://u:p@db1:5432,db2:5433/tradewind?sslmode=verify-full&target_session_attrs=read-write";
    expect(parseEnv({ ...production, DATABASE_URL })).toMatchObject({ DATABASE_URL, isPooled: false });
    expect(parseEnv({ ...production, DIRECT_DATABASE_URL: DATABASE_URL }).isPooled).toBe(true);
    expect(parseEnv({ ...production, PREPARED_STATEMENTS: "false" }).isPooled).toBe(true);
  });

  it("names every wrong variable in one error", () => {
    const wrong = {
      APP_ENV: "testing",
      PORT: "http",
      DATABASE_URL: "mysql://x",
      SEED_SANDBOX: "maybe",
      TRUSTED_PROXIES: "10.0.0.0/8,a,b",
    };
    const problems = problemsOf(wrong);
    expect(problems).toHaveLength(5);
    for (const name of Object.keys(wrong)) expect(problems.join("\n")).toContain(name);
    const worse = problemsOf({ ...wrong, PUBLIC_URL: "here", APP_SECRET: "short", CARD_KEYS: "x" });
    expect(worse).toHaveLength(8);
    const missing = problemsOf({ APP_ENV: "production" }).join("\n");
    for (const name of ["PUBLIC_URL", "APP_SECRET", "CARD_KEYS", "TRUSTED_PROXIES"]) expect(missing).toContain(name);
  });

  it("names every unsafe production setting in one error", () => {
    const unsafe = {
      APP_ENV: "production",
      PUBLIC_URL: "http://pay.example.com",
      APP_SECRET: "short",
      CARD_KEYS: "1:AAAA",
      RATE_LIMIT_FACTOR: "5",
      GATEWAY_EMULATOR: "http://127.0.0.1:3099",
      SMTP_URL: "smtp://relay",
    };
    const names = ["PUBLIC_URL", "APP_SECRET", "CARD_KEYS", "RATE_LIMIT_FACTOR", "GATEWAY_EMULATOR", "MAIL_FROM"];
    const problems = problemsOf(unsafe);
    expect(problems).toHaveLength(names.length + 1);
    for (const name of [...names, "TRUSTED_PROXIES"]) expect(problems.join("\n")).toContain(name);
  });

  it("accepts TRUSTED_PROXIES=none in production", () => {
    expect(parseEnv({ ...production, TRUSTED_PROXIES: "none" }).TRUSTED_PROXIES).toEqual([]);
    expect(problemsOf({ ...production, TRUSTED_PROXIES: "none,10.0.0.0/8" })).toHaveLength(1);
  });

  it.each([
    ["a PUBLIC_URL with https", { PUBLIC_URL: "https://localhost" }],
    ["a PUBLIC_URL with an address of the network", { PUBLIC_URL: "http://192.168.1.5:3000" }],
    ["a PUBLIC_URL with a public name", { PUBLIC_URL: "http://shop.example.com" }],
    ["a HOST that other machines can reach", { HOST: "0.0.0.0" }],
    ["a HOST of all IPv6 interfaces", { HOST: "::" }],
  ])("requires APP_ENV with %s", (_what, change) => {
    expect(problemsOf(change)).toEqual([expect.stringContaining("set APP_ENV=production")]);
    expect(parseEnv({ ...change, APP_ENV: "development" }).isProduction).toBe(false);
  });

  it.each(["http://localhost:3000", "http://127.0.0.1:4000", "http://[::1]:3000", "http://shop.localhost"])(
    "recognises %s as a local development machine",
    (PUBLIC_URL) => {
      expect(parseEnv({ PUBLIC_URL }).isLocalDevelopment).toBe(true);
      expect(parseEnv({ ...production, APP_ENV: "development" }).isLocalDevelopment).toBe(false);
    },
  );

  it.each([
    ["a short secret", { APP_SECRET: "short" }],
    ["a secret of one letter", { APP_SECRET: "a".repeat(64) }],
    ["an address without https", { PUBLIC_URL: "http://pay.example.com" }],
    ["an address with a path", { PUBLIC_URL: "https://pay.example.com/x" }],
    ["a card key of the wrong length", { CARD_KEYS: "1:c2hvcnQ=" }],
    ["a card key of zeros", { CARD_KEYS: `1:${Buffer.alloc(32).toString("base64")}` }],
    ["two card keys of one version", { CARD_KEYS: `${production.CARD_KEYS},${production.CARD_KEYS}` }],
    ["a database for migrations that is none", { MIGRATE_DATABASE_URL: "http://db/tradewind" }],
    ["a direct database that is none", { DIRECT_DATABASE_URL: "http://db/tradewind" }],
    ["no web process", { WEB_PROCESSES: "0" }],
    ["a grace period of ten minutes", { SHUTDOWN_GRACE_SECONDS: "600" }],
    ["a standby as the database", { DATABASE_URL: "postgresql://db1,db2/tradewind?target_session_attrs=standby" }],
    ["a pool in which a transaction could wait for itself", { DATABASE_POOL_SIZE: "1" }],
    ["no time for a connection", { DATABASE_CONNECT_SECONDS: "0" }],
    ["no time for locks in a transaction", { DATABASE_TRANSACTION_SECONDS: "9" }],
    ["a mail server without a sender", { SMTP_URL: "smtp://relay" }],
    ["a mail server that is not an SMTP URL", { SMTP_URL: "http://relay", MAIL_FROM: "pay@example.com" }],
    ["a database password that is not encoded", { DATABASE_URL: "postgresql://u:p/ss@db/tradewind" }],
    ["a mail password that is not encoded", { SMTP_URL: "smtp://u:100%@relay", MAIL_FROM: "pay@example.com" }],
    ["two senders", { MAIL_FROM: "a@example.com, b@example.com" }],
    ["a sender with a line break", { MAIL_FROM: "Pay\r\nBcc: <a@example.com>" }],
    ["a scaled rate limit", { RATE_LIMIT_FACTOR: "10" }],
    ["the emulator of a gateway", { GATEWAY_EMULATOR: "http://127.0.0.1:3099" }],
  ])("refuses %s in production", (_what, change) => {
    expect(problemsOf({ ...production, SMTP_URL: "smtp://relay", MAIL_FROM: "Pay <pay@example.com>" })).toEqual([]);
    expect(problemsOf({ ...production, ...change })).toHaveLength(1);
  });

  it("refuses a database for migrations without a database", () => {
    const url = "postgresql://u:p@db/tradewind";
    const problem = "DATABASE_URL is required where MIGRATE_DATABASE_URL is set.";
    expect(problemsOf({ MIGRATE_DATABASE_URL: url })).toEqual([problem]);
    expect(problemsOf({ ...production, MIGRATE_DATABASE_URL: url })).toEqual([]);
  });

  const key = Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64");
  it.each([
    ["no entry", ",", "CARD_KEYS must be a list of version:base64key."],
    ["no version", key, "entry 1 must be version:base64key"],
    ["an empty version", `:${key}`, "entry 1 must have a version of"],
    ["a version of strange characters", `1:${key},é:${key}`, "entry 2 must have a version of"],
    ["a version that is too long", `${"v".repeat(33)}:${key}`, "entry 1 must have a version of"],
    ["something after the key", `1:${key}x`, "entry 1 must have a key of 32 bytes in base64"],
    ["a third part", `1:${key}:x`, "entry 1 must be version:base64key"],
    ["characters outside base64", `1:${key.replace("Y", "*Y")}`, "entry 1 must have a key of 32 bytes"],
    ["base64 without padding", `1:${key.slice(0, -1)}`, "entry 1 must have a key of 32 bytes"],
    ["non-zero padding bits", `1:${key.replace("U=", "V=")}`, "entry 1 must have a key of 32 bytes"],
    ["base64url", `1:${key.slice(0, -3)}-_=`, "entry 1 must have a key of 32 bytes"],
    ["a version twice", `1:${key} 1:${key.replace("Y", "Z")}`, "CARD_KEYS has one version twice."],
    ["a key twice", `1:${key} 2:${key}`, "CARD_KEYS has the same key under two versions."],
  ])("refuses card keys with %s, and does not print the key", (_what, CARD_KEYS, sentence) => {
    const problems = problemsOf({ CARD_KEYS });
    expect(problems).toEqual([expect.stringContaining(sentence)]);
    expect(problems.join()).not.toContain(key.slice(0, 8));
  });

  it.each(["http://127.0.0.1:3099", "http://localhost:3099", "http://[::1]:3099", "https://localhost"])(
    "accepts %s as the emulator of a gateway in development",
    (GATEWAY_EMULATOR) => {
      expect(parseEnv({ GATEWAY_EMULATOR }).GATEWAY_EMULATOR).toEqual([GATEWAY_EMULATOR]);
      const refused = "GATEWAY_EMULATOR is for development and is refused in production.";
      expect(problemsOf({ ...production, GATEWAY_EMULATOR })).toEqual([refused]);
    },
  );

  it("accepts several emulators in the order of their list", () => {
    const origins = ["http://127.0.0.1:3099", "http://127.0.0.1:3100"];
    for (const list of [origins.join(" "), origins.join(", ")]) {
      expect(parseEnv({ GATEWAY_EMULATOR: list }).GATEWAY_EMULATOR).toEqual(origins);
    }
    expect(parseEnv({}).GATEWAY_EMULATOR).toEqual([]);
  });

  it.each([
    ["the production of a gateway", "https://gateway.example.com"],
    ["a gateway behind an emulator", "http://127.0.0.1:3099 https://gateway.example.com"],
    ["a gateway in the local network", "http://192.168.1.5:3099"],
    ["a gateway whose name only begins like this machine's", "http://localhost.example.com"],
    ["an address with a path", "http://127.0.0.1:3099/api/"],
    ["a word", "emulator"],
  ])("does not take %s for an emulator", (_what, GATEWAY_EMULATOR) => {
    expect(problemsOf({ GATEWAY_EMULATOR })).toEqual([expect.stringContaining("must be an origin of this machine")]);
  });

  const [newSecret, oldSecret] = ["n3wS0Zq2Lw9xVb4nTr7yUe1oPa6iSd3g", production.APP_SECRET];

  it("accepts a single secret of any form", () => {
    for (const secret of [oldSecret, "a secret: with spaces, and commas", `x${oldSecret}:${newSecret}`]) {
      expect(parseEnv({ APP_SECRET: secret }).APP_SECRETS).toMatchObject([{ version: "1", secret }]);
    }
  });

  it("reads a list of secrets in order, the active one first", () => {
    const { APP_SECRETS } = parseEnv({ APP_SECRET: `2:${newSecret}, 1:${oldSecret}` });
    expect(APP_SECRETS).toMatchObject([
      { version: "2", secret: newSecret },
      { version: "1", secret: oldSecret },
    ]);
    expect(parseEnv({ APP_SECRET: oldSecret }).APP_SECRETS[0]?.id).toBe(APP_SECRETS[1]?.id);
    expect(parseEnv({ APP_SECRET: `1:abc:${oldSecret}` }).APP_SECRETS).toMatchObject([{ secret: `abc:${oldSecret}` }]);
    expect(parseEnv({ APP_SECRET: `7:${newSecret}` }).APP_SECRETS[0]).toMatchObject({ secret: newSecret });
  });

  it.each([
    ["a weak entry", `2:short 1:${oldSecret}`, "entry 1 is too weak"],
    ["an entry without a version", `2:${newSecret} ${oldSecret}`, "entry 2 must have a version"],
    ["a version twice", `1:${newSecret} 1:${oldSecret}`, "one version twice"],
    ["a secret twice", `2:${oldSecret} 1:${oldSecret}`, "the same secret under two versions"],
  ])("refuses a list of secrets with %s, and does not print the secret", (_what, APP_SECRET, sentence) => {
    const problems = problemsOf({ APP_SECRET });
    expect(problems).toEqual([expect.stringContaining(sentence)]);
    expect(problems.join()).not.toContain(oldSecret.slice(0, 8));
  });

  it("reads the card keys in order, the active one first", () => {
    const other = `1:${Buffer.from("543210zyxwvutsrqponmlkjihgfedcba").toString("base64")}`;
    const { CARD_KEYS } = parseEnv({ ...production, CARD_KEYS: `${production.CARD_KEYS},${other}` });
    expect(CARD_KEYS.map(({ version }) => version)).toEqual(["2", "1"]);
  });
});
