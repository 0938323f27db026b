import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findFreePort } from "@/launch/processes";
import { sandbox } from "@/lib/reference/sandbox";
import { call } from "@/tests/support/http/client";
import { cleanAround, startLauncher, stopLauncher, temporaryFolder } from "@/tests/support/http/launcher";
import { startOtlpReceiver } from "@/tests/support/http/otlp-receiver";
import { cardFields, minimalFields, requestPath, tokenOf } from "@/tests/support/http/payments";
import { startReceiver } from "@/tests/support/http/receiver";

cleanAround();

const card = "4111111111111111";
const traceId = "0af7651916cd43dd8448eb211c80319c";
const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };

/** A payment whose requests carry a caller's trace, and its webhook. */
async function payWithTrace(origin: string) {
  const merchant = await startReceiver();
  const webhook = { url: merchant.url, events: ["payment.success"], environment: "sandbox" };
  await call(origin, "POST", "/api/user/webhooks", { key: sandbox.apiKey, json: webhook });
  const json = minimalFields(sandbox.merchant.accountNumber);
  const token = tokenOf((await call(origin, "POST", requestPath, { json, headers })).body.url);
  expect((await call(origin, "GET", `/checkout/${token}?from=shop`, { headers })).status).toBe(200);
  expect((await call(origin, "GET", "/docs", { headers })).status).toBe(200);
  const paid = await call(origin, "POST", `/checkout/${token}/pay`, { json: cardFields(card), headers });
  expect(paid.body).toMatchObject({ money: "charged" });
  await expect.poll(() => merchant.received.length, { timeout: 30_000 }).toBe(1);
  merchant.close();
  return { token, received: merchant.received[0] };
}

it("web and worker export one trace of a payment, from the caller to the webhook, and nothing that identifies anybody", async () => {
  const collector = await startOtlpReceiver();
  const dataDir = temporaryFolder();
  const env = {
    PORT: String(await findFreePort()),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_BSP_SCHEDULE_DELAY: "200",
    TRUSTED_PROXIES: "127.0.0.1/32",
  };
  const launcher = startLauncher({ dataDir, env });
  const { token, received } = await payWithTrace(await launcher.ready());
  expect(await stopLauncher(launcher)).toBe(0);
  collector.close();

  const ofTrace = collector.spans.filter((span) => span.traceId === traceId);
  const names = ofTrace.map(({ service, name }) => `${service}: ${name}`);
  expect(names).toEqual(
    expect.arrayContaining([
      "tradewind-web: POST /checkout/{token}/pay",
      "tradewind-web: GET /checkout/{token}",
      "tradewind-web: GET /docs/…",
      "tradewind-web: gateway authorise",
      "tradewind-web: sql BEGIN",
      "tradewind-worker: webhook",
    ]),
  );
  const webhook = ofTrace.find(({ name }) => name === "webhook");
  expect(received?.headers.traceparent).toBe(`00-${traceId}-${webhook?.spanId}-01`);
  // Only our own spans: those of Next.js would contain whole addresses.
  const own = /^(GET|POST|HEAD|PUT|PATCH|DELETE|OPTIONS) \/|^sql [A-Z]+$|^gateway \w+$|^webhook$|^job [a-z-]+/;
  expect(collector.spans.map(({ name }) => name).filter((name) => !own.test(name))).toEqual([]);
  const exported = collector.bodies.join("\n");
  for (const secret of [card, token, "from=shop", sandbox.apiKey, sandbox.merchant.accountNumber, "127.0.0.1"]) {
    expect(exported).not.toContain(secret);
  }
  const lines = readFileSync(join(dataDir, "logs/web.log"), "utf8").split("\n");
  const line = lines.find((each) => each.includes("/checkout/{token}/pay") && each.includes('"status":200'));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ trace_id: traceId });
});

it("a receiver that does not answer delays neither payments nor the shutdown", async () => {
  const dataDir = temporaryFolder();
  const unreachable = `http://127.0.0.1:${await findFreePort()}`;
  const env = { PORT: String(await findFreePort()), OTEL_EXPORTER_OTLP_ENDPOINT: unreachable };
  const launcher = startLauncher({ dataDir, env });
  await payWithTrace(await launcher.ready());
  const startedAt = performance.now();
  expect(await stopLauncher(launcher)).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});
