import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, inject, it } from "vitest";
import { findFreePort, stopProcess } from "@/launch/processes";
import { readAlerts, readPanels, rulesFile } from "@/tests/support/in-process/ops-files";

const { roomy, worker, metricsToken } = inject("product");
const isInstalled = ["/usr/bin/prometheus", "/usr/bin/promtool"].every((file) => existsSync(file));
if (!isInstalled) console.warn("Debian's package prometheus is not installed: its tests are skipped.");

const promtool = (...args: string[]) => execFileSync("promtool", args, { cwd: "ops/prometheus", encoding: "utf8" });

describe.skipIf(!isInstalled)("with Debian's Prometheus", () => {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-prometheus-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("promtool accepts the rules and the sample configuration, and the tests of the rules pass", () => {
    expect(promtool("check", "rules", "alerts.yml")).toContain(`SUCCESS: ${readAlerts().length} rules found`);
    expect(promtool("check", "config", "--syntax-only", "prometheus.yml")).toContain("SUCCESS");
    expect(promtool("test", "rules", "alerts.test.yml")).toContain("SUCCESS");
  });

  it("Prometheus scrapes web and worker, loads every rule without an error, and answers every panel", async () => {
    const targets = (job: string, origin: string) =>
      `  - job_name: ${job}\n    authorization: { credentials: ${metricsToken} }\n    static_configs: [{ targets: ["${new URL(origin).host}"] }]\n`;
    const configuration = `global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: ["${resolve(rulesFile)}"]\nscrape_configs:\n${targets("tradewind-web", roomy)}${targets("tradewind-worker", worker)}`;
    writeFileSync(join(folder, "prometheus.yml"), configuration);
    const port = await findFreePort();
    const prometheus = spawn(
      "prometheus",
      [
        `--config.file=${join(folder, "prometheus.yml")}`,
        `--storage.tsdb.path=${join(folder, "data")}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: "ignore" },
    );
    const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json();
    const queryValues = async (expression: string) =>
      (await ask(`query?query=${encodeURIComponent(expression)}`)) as {
        status: string;
        data: { result: { value: [number, string] }[] };
      };
    try {
      const sumOfUp = async () =>
        queryValues('sum(up{job=~"tradewind-.*"})').then(
          ({ data }) => data.result[0]?.value[1],
          () => undefined,
        );
      await expect.poll(sumOfUp, { timeout: 30_000, interval: 250 }).toBe("2");
      type Rule = { name: string; health: string; lastError?: string };
      const rules = async (): Promise<Rule[]> => {
        const { data } = (await ask("rules?type=alert")) as { data: { groups: { rules: Rule[] }[] } };
        return data.groups.flatMap((group) => group.rules);
      };
      const health = async () => (await rules()).map(({ name, health }) => `${name} ${health}`).sort();
      const healthy = readAlerts().map(({ name }) => `${name} ok`);
      await expect.poll(health, { timeout: 30_000, interval: 250 }).toEqual(healthy.sort());
      for (const { title, expression } of readPanels()) {
        const answer = await queryValues(expression.replaceAll("$environment", "sandbox"));
        expect(answer.status, title).toBe("success");
      }
      const database = await queryValues("max(tradewind_database_up)");
      expect(database.data.result[0]?.value[1]).toBe("1");
    } finally {
      await stopProcess(prometheus, "SIGTERM");
    }
  });
});
