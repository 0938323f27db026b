import { appendFileSync, copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cleanAround, copyProject, runScript, stackTrace } from "@/tests/support/http/launcher";
import { drawCases } from "@/tests/support/in-process/seed";

cleanAround();

const noBuild = "These sources are not built";
const production = {
  DATABASE_URL: "postgresql://user@127.0.0.1:1/nothing",
  PUBLIC_URL: "https://pay.example.com",
  APP_SECRET: "kF8s0Zq2Lw9xVb4nTr7yUe1oPa6iSd3g",
  CARD_KEYS: `1:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}`,
  TRUSTED_PROXIES: "none",
};

// These tests share one copy of the installation and depend on their order.
describe("sources that were changed after the build", () => {
  const cwd = copyProject();
  const source = "lib/kit/money.ts";
  const changeSource = () => appendFileSync(join(cwd, source), "\n// Changed after the build.\n");

  it("run neither web nor worker in production", async () => {
    changeSource();
    for (const script of drawCases(["scripts/web.ts", "scripts/worker.ts"], 2)) {
      const { exitCode, output } = await runScript(script, [], { cwd, env: production });
      expect(exitCode, output).toBe(1);
      expect(output).toContain(`${noBuild}, and in production a process does not build. Run «npm run build» first.`);
      expect(output).not.toMatch(stackTrace);
    }
    copyFileSync(source, join(cwd, source));
  });

  it("are reported in one sentence if the development packages are missing, too", async () => {
    rmSync(join(cwd, "node_modules/tsx"), { recursive: true });
    changeSource();
    const { exitCode, output } = await runScript("scripts/web.ts", [], { cwd, env: production });
    expect({ exitCode, output }).toEqual({ exitCode: 1, output: `${noBuild}. Run «npm ci && npm run build» first.\n` });
  });
});
