import { readFileSync } from "node:fs";
import { expect, inject, it } from "vitest";
import { sandbox } from "@/lib/reference/sandbox";
import { call } from "@/tests/support/http/client";
import { cardFields, minimalFields, requestPath, tokenOf } from "@/tests/support/http/payments";
import { metricsIn, readAlerts, readPanels } from "@/tests/support/in-process/ops-files";

const { roomy, worker, metricsToken } = inject("product");

/** The names of all samples of a scrape, also of metrics that have no sample yet. */
async function namesAt(origin: string): Promise<string[]> {
  const { text } = await call(origin, "GET", "/metrics", { token: metricsToken });
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return types.flatMap(([, name = "", type]) =>
    type === "histogram" ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}

it("every metric in alerts and dashboards exists in a scrape of web and worker, or is Prometheus's own", async () => {
  const known = new Set(["up", ...(await namesAt(roomy)), ...(await namesAt(worker))]);
  const used = [...readAlerts().map(({ name: title, expression }) => ({ title, expression })), ...readPanels()];
  expect(used.length).toBeGreaterThan(60);
  for (const { title, expression } of used) {
    const names = metricsIn(expression);
    expect(names, title).not.toEqual([]);
    for (const name of names) expect(known, title).toContain(name);
  }
});

it("a web process counts the payments and calls that it handled", async () => {
  const count = async (sample: string) => {
    const { text } = await call(roomy, "GET", "/metrics", { token: metricsToken });
    const line = text.split("\n").find((each) => each.startsWith(`${sample} `));
    return Number(line?.split(" ").at(-1) ?? 0);
  };
  const paid = 'tradewind_payments_total{environment="sandbox",purpose="payment",status="success",code="00"}';
  const called =
    'tradewind_gateway_call_seconds_count{environment="sandbox",acquirer="sandbox",gateway="sandbox",operation="authorise",outcome="approved"}';
  const before = [await count(paid), await count(called)];
  const json = minimalFields(sandbox.merchant.accountNumber);
  const token = tokenOf((await call(roomy, "POST", requestPath, { json })).body.url);
  await call(roomy, "POST", `/checkout/${token}/pay`, { json: cardFields("4111111111111111") });
  expect(await count(paid)).toBeGreaterThan(before[0] ?? 0);
  expect(await count(called)).toBeGreaterThan(before[1] ?? 0);
});

it("every metric of ours has a help text, is in the operator's guide, and names no merchant", async () => {
  const guide = readFileSync("docs/operations.md", "utf8");
  for (const origin of [roomy, worker]) {
    const { text } = await call(origin, "GET", "/metrics", { token: metricsToken });
    const helps = [...text.matchAll(/^# HELP (tradewind_\S+) (.*)$/gm)];
    expect(helps.length).toBeGreaterThan(5);
    for (const [, name = "", help] of helps) {
      expect(help, name).toMatch(/^[A-Z].*\.$/);
      if (!name.endsWith("_oldest_age_seconds")) expect(guide).toContain(`\`${name}`);
    }
    expect(text).not.toMatch(/^tradewind_.*\b(account|merchant_id|email|order)="/m);
  }
});

it("the worker says that it is alive and that its loops make progress, and shows the runs of its tasks", async () => {
  expect((await call(worker, "GET", "/healthz")).status).toBe(200);
  await expect.poll(async () => (await call(worker, "GET", "/readyz")).status, { timeout: 10_000 }).toBe(200);
  const { text } = await call(worker, "GET", "/metrics", { token: metricsToken });
  expect(text).toMatch(/^tradewind_job_runs_total\{task="expired sessions",result="success"\} [1-9]/m);
  expect(text).toMatch(/^tradewind_job_last_success_timestamp_seconds\{task="expired sessions"\} 1\d{9}/m);
  expect((await call(worker, "GET", "/api/anything")).status).toBe(404);
  expect((await call(worker, "POST", "/healthz")).status).toBe(405);
});

it("web processes show the worker's heartbeat", async () => {
  const workers = async () => {
    const { text } = await call(roomy, "GET", "/metrics", { token: metricsToken });
    return Number(/^tradewind_workers (\d+)$/m.exec(text)?.[1]);
  };
  await expect.poll(workers, { timeout: 30_000, interval: 500 }).toBeGreaterThanOrEqual(1);
});
