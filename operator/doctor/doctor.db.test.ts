import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { addTerminal } from "@/emulator/testing/live-charges";
import { recordHealth } from "@/lib/acquirers/health-store";
import { checkSecrets } from "@/lib/app-secret/check-secrets";
import { db } from "@/lib/db/client";
import { writeHeartbeat } from "@/lib/jobs/heartbeat-store";
import { day, hour, later, now } from "@/lib/kit/clock";
import { env, extendEnv, parseEnv, rawEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { reconcile } from "@/lib/reconciliation/reconcile";
import { doctor } from "@/operator/doctor";
import { startMailServer } from "@/tests/support/http/mail-server";
import { administer } from "@/tests/support/http/product";
import { operatorCommands } from "@/tests/support/in-process/operator-command";
import { archiveFinding } from "./backups";
import { type CheckResult, runCheck } from "./checks";
import { synchronisedFinding, versionFinding } from "./machine";
import { productChecks } from "./product";
import { certificateFinding } from "./public-url";

/** Faults of the public address are in doctor.http.test.ts. Here, nothing answers at PUBLIC_URL. */
const { tw } = operatorCommands(doctor);
const folder = mkdtempSync(join(tmpdir(), "tradewind-doctor-"));
const { PUBLIC_URL, DATABASE_URL = "", APP_SECRET = "" } = env();
extendEnv({ PUBLIC_URL: "http://127.0.0.1:9" });
afterEach(() => {
  extendEnv({ DATABASE_URL, APP_SECRET, SMTP_URL: "", MAIL_FROM: "", PORT: "", GATEWAY_EMULATOR: "" });
});
afterAll(() => {
  extendEnv({ PUBLIC_URL });
  rmSync(folder, { recursive: true });
});

async function examineNow(...options: string[]): Promise<CheckResult[]> {
  const { output, exitCode } = await tw("doctor", "check", "--json", ...options);
  const results: CheckResult[] = JSON.parse(output);
  expect(exitCode).toBe(results.some(({ level }) => level === "problem") ? 1 : 0);
  return results;
}
const of = (results: CheckResult[], check: string) => results.filter((result) => result.check === check);
const withUrl = (change: (url: URL) => void) => {
  const url = new URL(DATABASE_URL);
  change(url);
  return url.href;
};

it("finds nothing wrong with a database that is migrated, sealed with our secrets and served by a worker", async () => {
  await checkSecrets();
  await writeHeartbeat({ id: newUlid(), startedAt: now() });
  await reconcile();
  const results = await examineNow();
  const wrong = results.filter(({ level }) => level === "problem").map(({ check }) => check);
  expect(wrong).toEqual(["public address"]);
  for (const check of ["migrations", "database clock", "notifications", "secrets", "worker", "queues", "books"]) {
    expect(of(results, check), check).toMatchObject([{ level: "ok" }]);
  }
  const { output } = await tw("doctor", "check");
  expect(output).toMatch(/^ok {7}configuration: The variables are valid/m);
  expect(output).toMatch(/^problem {2}public address: .* → Start the web server/m);
});

describe("names the fault and what to do about it", () => {
  it("wrong variables, all of them, and still checks what it can", async () => {
    expect(() => extendEnv({ PORT: "many", GATEWAY_EMULATOR: "none" })).toThrow();
    const results = await examineNow();
    expect(of(results, "configuration").map(({ message }) => message)).toEqual([
      expect.stringMatching(/^PORT /),
      expect.stringMatching(/^GATEWAY_EMULATOR /),
    ]);
    expect(of(results, "migrations")).toMatchObject([{ level: "ok" }]);
    expect(of(results, "other checks")).toMatchObject([{ message: expect.stringContaining("secrets") }]);
  });

  it.each(["left/right0123", "12/right0123", "left?right0123", "left#right0123", "left%right0123"])(
    "a password that is not percent-encoded, without printing a part of it: %s",
    async (password) => {
      const address = DATABASE_URL.replace(/:[^:@]*@/, `:${password}@`);
      expect(() => extendEnv({ DATABASE_URL: address, SMTP_URL: `smtp://u:${password}@relay` })).toThrow();
      const results = await examineNow();
      expect(of(results, "configuration").map(({ message }) => message)).toEqual([
        expect.stringMatching(/^DATABASE_URL must have .*@ as %40/),
        expect.stringMatching(/^SMTP_URL must have .*@ as %40/),
        expect.stringMatching(/^MAIL_FROM /),
      ]);
      expect(of(results, "database")).toMatchObject([{ message: "DATABASE_URL is not the address of a database." }]);
      expect(JSON.stringify(results)).not.toMatch(/left|right0123/);
    },
  );

  it("a wrong password with an @, without printing a part of it", async () => {
    extendEnv({ DATABASE_URL: DATABASE_URL.replace(/:[^:@]*@/, ":left@right0123@") });
    const results = await examineNow();
    expect(of(results, "database")).toMatchObject([{ action: expect.stringContaining("percent-encoded") }]);
    expect(JSON.stringify(results)).not.toMatch(/left@|right0123/);
  });

  it.each([
    ["a wrong password", (url: URL) => void (url.password = "guessed-0123"), /Correct the password/],
    ["a database that does not exist", (url: URL) => void (url.pathname = "/nowhere"), /Create the database/],
    ["a port without a server", (url: URL) => void (url.port = "9"), /Start PostgreSQL/],
    [
      "a read-only database",
      (url: URL) => url.searchParams.set("options", "-c default_transaction_read_only=on"),
      /Connect to the primary/,
    ],
  ])("%s", async (_fault, change, action) => {
    extendEnv({ DATABASE_URL: withUrl(change) });
    const results = await examineNow();
    expect(of(results, "database")).toContainEqual(
      expect.objectContaining({ level: "problem", action: expect.stringMatching(action) }),
    );
    expect(JSON.stringify(results)).not.toContain("guessed-0123");
  });

  it("a database without migrations", async () => {
    const name = `empty_${newUlid().toLowerCase()}`;
    await administer(DATABASE_URL, `CREATE DATABASE ${name}`);
    extendEnv({ DATABASE_URL: withUrl((url) => void (url.pathname = `/${name}`)) });
    expect(of(await examineNow(), "migrations")).toMatchObject([
      { level: "problem", action: "Run «npm run migrate»." },
    ]);
    extendEnv({ DATABASE_URL });
    await administer(DATABASE_URL, `DROP DATABASE ${name} WITH (FORCE)`);
  });

  it("a role that may not read the tables, without blaming DATABASE_URL", async () => {
    const role = `bare_${newUlid().toLowerCase()}`;
    await administer(DATABASE_URL, `CREATE ROLE ${role} LOGIN PASSWORD 'p'`);
    extendEnv({ DATABASE_URL: withUrl((url) => Object.assign(url, { username: role, password: "p" })) });
    const [migrations] = of(await examineNow(), "migrations");
    expect(migrations).toMatchObject({
      level: "problem",
      message: "The check failed: permission denied for table _prisma_migrations",
    });
    extendEnv({ DATABASE_URL });
    await administer(DATABASE_URL, `DROP ROLE ${role}`);
  });

  it("the secret of another database", async () => {
    const secret = "another secret for tests: 9876543210 zyxw";
    extendEnv({ APP_SECRET: secret });
    const results = await examineNow();
    expect(of(results, "secrets")).toMatchObject([
      { level: "problem", message: expect.stringMatching(/^APP_SECRET is another/) },
    ]);
    expect(JSON.stringify(results)).not.toContain(secret);
  });

  it("another card key under a version that the database knows, although no card is stored", async () => {
    const { CARD_KEYS = "" } = rawEnv();
    const key = Buffer.from("zyxwvutsrqponmlkjihgfedcba543210").toString("base64");
    await checkSecrets();
    extendEnv({ CARD_KEYS: `1:${key}` });
    const results = await examineNow();
    extendEnv({ CARD_KEYS });
    expect(of(results, "secrets")).toMatchObject([
      { level: "problem", message: expect.stringMatching(/^CARD_KEYS has another key under version 1 /) },
    ]);
    expect(JSON.stringify(results)).not.toContain(key);
  });

  it("a worker that stopped, and a queue that is late", async () => {
    await db().workerHeartbeat.updateMany({ data: { seenAt: later(-hour) } });
    const mail = {
      id: newUlid(),
      accountNumber: "1",
      environment: "live",
      kind: "receipt",
      recipient: "a@b.example",
    } as const;
    await db().mail.create({
      data: { ...mail, language: "en", subject: "", text: "", html: "", dueAt: later(-hour), createdAt: now() },
    });
    extendEnv({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "pay@example.com" });
    const results = await examineNow();
    expect(of(results, "worker")).toMatchObject([
      { level: "problem", message: expect.stringContaining("No worker has made progress since") },
    ]);
    expect(of(results, "queues")).toMatchObject([{ level: "warning", message: "The queue mail is 60 minutes late." }]);
    expect(of(results, "mail")).toMatchObject([{ level: "problem", message: expect.stringContaining("ECONNREFUSED") }]);
    await db().mail.deleteMany();
  });

  /** One check as it runs in production. */
  async function inProduction(check: string, settings: Record<string, string> = {}): Promise<CheckResult[]> {
    const production = { APP_ENV: "production", PUBLIC_URL: "https://pay.example.com", TRUSTED_PROXIES: "none" };
    const env = parseEnv({ ...rawEnv(), ...production, RATE_LIMIT_FACTOR: "", ...settings });
    const setup = { env, databaseUrl: DATABASE_URL, publicUrl: null };
    const checks = productChecks.filter(({ name }) => name === check);
    return (await Promise.all(checks.map((each) => runCheck(each, setup)))).flat();
  }

  it("production without METRICS_TOKEN, where Prometheus could read no metrics", async () => {
    const without = await inProduction("metrics", { METRICS_TOKEN: "" });
    const withToken = await inProduction("metrics", { METRICS_TOKEN: "a token for prometheus" });
    expect([without, withToken]).toMatchObject([[{ level: "warning" }], [{ level: "ok" }]]);
  });

  it("production with a terminal that moves no money", async () => {
    const baseAddress = "http://127.0.0.1:3099/api/";
    const id = await addTerminal({ baseAddress });
    await recordHealth(baseAddress, { isUp: true, checkedAt: now(), latencyMs: 1 });
    expect(of(await examineNow(), "acquirer")).toMatchObject([{ level: "ok" }]);
    const message = `Payments at these test terminals move no money: ${id}.`;
    expect(await inProduction("acquirer")).toMatchObject([{ level: "warning", message }]);
    await db().terminal.delete({ where: { id } });
  });

  it("a gateway that no worker checks, or that is down", async () => {
    expect(of(await examineNow(), "acquirer")).toMatchObject([{ level: "ok" }]);
    const baseAddress = "https://gateway.example.com/api/";
    const id = await addTerminal({ baseAddress });
    expect(of(await examineNow(), "acquirer")).toMatchObject([{ message: `No worker checks ${baseAddress}.` }]);
    await recordHealth(baseAddress, { isUp: false, checkedAt: now(), latencyMs: null });
    expect(of(await examineNow(), "acquirer")).toMatchObject([
      { level: "problem", message: `${baseAddress} is down.` },
    ]);
    await db().terminal.delete({ where: { id } });
  });

  it("books that have not been compared", async () => {
    await db().reconciliation.deleteMany();
    expect(of(await examineNow(), "books")).toMatchObject([
      { level: "warning", message: "The books have not been compared yet." },
    ]);
  });

  it("a Node.js that is too old, and a clock that follows no time server", () => {
    const levels = ["20.18.9", "18.20.1", "20.19.0", "24.1.0"].map((node) => versionFinding("2.0.5", node, ">=20.19"));
    expect(levels.map(({ level }) => level)).toEqual(["problem", "problem", "ok", "ok"]);
    expect(["yes", "no", "unknown"].map((answer) => synchronisedFinding(answer).level)).toEqual([
      "ok",
      "warning",
      "ok",
    ]);
  });

  it("a certificate that browsers refuse, or that ends soon", async () => {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const subject = ["-subj", "/CN=localhost", "-days", "3", "-keyout", key, "-out", cert];
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", ...subject],
      {
        stdio: "ignore",
      },
    );
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    extendEnv({ PUBLIC_URL: `https://localhost:${(server.address() as AddressInfo).port}` });
    const results = await examineNow();
    expect(of(results, "certificate")).toMatchObject([
      { level: "problem", message: expect.stringContaining("SELF_SIGNED") },
    ]);
    expect(of(results, "proxies")).toMatchObject([
      { level: "problem", message: expect.stringContaining("TRUSTED_PROXIES") },
    ]);
    extendEnv({ PUBLIC_URL: "http://127.0.0.1:9" });
    server.close();
    expect(certificateFinding("pay.example.com", later(13 * day), null).level).toBe("warning");
    expect(certificateFinding("pay.example.com", later(15 * day), null).level).toBe("ok");
  });

  it("a base backup that is missing or old, and a WAL archive that fails", async () => {
    const marker = join(folder, "last-backup");
    expect(of(await examineNow("--backup-marker", marker), "base backup")).toMatchObject([{ level: "problem" }]);
    writeFileSync(marker, "");
    expect(of(await examineNow("--backup-marker", marker), "base backup")).toMatchObject([{ level: "ok" }]);
    utimesSync(marker, later(-27 * hour), later(-27 * hour));
    expect(of(await examineNow("--backup-marker", marker), "base backup")).toMatchObject([
      { level: "problem", message: "The last base backup is 27 hours old." },
    ]);
    const archived = {
      mode: "on",
      hasCommand: true,
      timeoutSeconds: 0,
      archivedAt: later(-hour),
      failedAt: later(-2 * hour),
    };
    expect(archiveFinding(archived).level).toBe("ok");
    expect(archiveFinding({ ...archived, failedAt: now() }).level).toBe("problem");
    expect(archiveFinding({ ...archived, archivedAt: null, failedAt: null })).toMatchObject({
      level: "warning",
      message: "No WAL segment has been archived yet.",
    });
    const late = { ...archived, archivedAt: later(-2 * day), failedAt: null };
    expect(archiveFinding(late).action).toBe("Set archive_timeout, for example to 60.");
    expect(archiveFinding({ ...late, timeoutSeconds: 7200 }).action).toBe("Lower archive_timeout from 7200 to 60.");
    expect(archiveFinding({ ...late, timeoutSeconds: 60 }).action).toMatch(/^archive_timeout is 60 s\./);
    expect(archiveFinding({ ...archived, mode: "off" }).level).toBe("warning");
    expect(archiveFinding({ ...archived, hasCommand: false }).level).toBe("problem");
  });
});

it("signs in to the mail server without sending a mail", async () => {
  const server = await startMailServer();
  extendEnv({ SMTP_URL: server.url, MAIL_FROM: "pay@example.com" });
  expect(of(await examineNow(), "mail")).toMatchObject([{ level: "ok" }]);
  expect(server.received).toEqual([]);
  server.close();
});
