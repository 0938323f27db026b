import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { disconnect } from "@/lib/db/connection";
import { acquirerOf, firstAcquirer } from "@/lib/gateway/registry";
import type { Handler } from "@/lib/http/route/handler";
import { serveDirectly } from "@/lib/http/server/direct-routes";
import { env, extendEnv } from "@/lib/kit/env";
import { createTracer } from "@/lib/kit/telemetry/otlp";
import { inSpan, installTracer, tracer } from "@/lib/kit/telemetry/trace";
import { startOtlpReceiver } from "@/tests/support/http/otlp-receiver";
import { startReceiver } from "@/tests/support/http/receiver";
import { deliverDue, newEndpoint } from "@/tests/support/http/webhooks";
import { cards, formWith, openShop, requestSession, type TestSession } from "@/tests/support/in-process/checkout";
import { traceRequests } from "./trace-requests";

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const parentId = "00f067aa0ba902b7";
const caller = { traceparent: `00-${traceId}-${parentId}-01`, tracestate: "vendor=opaque" };

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
});
afterEach(async () => {
  await stopTracing();
  extendEnv({
    OTEL_EXPORTER_OTLP_ENDPOINT: "",
    OTEL_EXPORTER_OTLP_HEADERS: "",
    OTEL_TRACES_SAMPLER: "",
    TRUSTED_PROXIES: "",
  });
  for (const list of [receiver.spans, receiver.bodies, receiver.headers]) list.length = 0;
  await db().webhookDelivery.deleteMany();
});
afterAll(() => receiver.close());

/** Starts tracing as a process does at its start: before its first connection to the database. */
async function startTracing(more: Record<string, string> = {}): Promise<void> {
  extendEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, TRUSTED_PROXIES: "127.0.0.1/32", ...more });
  await disconnect();
  installTracer(createTracer("tradewind-test"));
}

/** Sends what was not sent yet, as a process does at its end. */
async function stopTracing(): Promise<void> {
  await tracer()?.stop();
  installTracer(undefined);
  await disconnect();
}

/** Pays through a real HTTP server, whose requests are traced as those of a web process. */
async function payOverHttp({ token }: TestSession, card: string, headers: Record<string, string> = {}) {
  const handlers: Partial<Record<string, Handler>> = await import("@/app/checkout/[token]/pay/route");
  const serve = serveDirectly(
    () => ({ route: async () => handlers, params: { token } }),
    async () => {},
  );
  const server = createServer(traceRequests((request, response) => void serve(request, response)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/checkout/${token}/pay?secret=in-the-query`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close", ...headers },
    body: JSON.stringify(formWith(card)),
  });
  const answer = { status: response.status, body: await response.json() };
  await new Promise((resolve) => server.close(resolve));
  return answer;
}

it("a payment is exported as one trace that continues the caller's, with its SQL statements and the gateway call", async () => {
  await startTracing();
  const shop = await openShop();
  const session = await requestSession(shop);
  const paid = await payOverHttp(session, cards.approved, caller);
  expect(paid).toMatchObject({ status: 200, body: { money: "charged" } });
  await stopTracing();

  const spans = receiver.spans.filter((span) => span.traceId === traceId);
  const server = spans.find(({ parentSpanId }) => parentSpanId === parentId);
  expect(server).toMatchObject({ name: "POST /checkout/{token}/pay", kind: 2, service: "tradewind-test" });
  expect(server?.attributes).toEqual({
    "http.request.method": "POST",
    "http.route": "/checkout/{token}/pay",
    "http.response.status_code": 200,
  });
  const gateway = spans.find(({ name }) => name === "gateway authorise");
  expect(gateway).toMatchObject({ parentSpanId: server?.spanId, kind: 3, attributes: { outcome: "approved" } });
  const statements = spans.filter(({ name }) => name.startsWith("sql "));
  expect(statements.length).toBeGreaterThan(5);
  expect(statements.map(({ attributes }) => attributes["db.query.text"])).toContain("BEGIN");
  expect(statements.some(({ parentSpanId }) => parentSpanId === gateway?.spanId)).toBe(true);
  expect(receiver.headers[0]).toMatchObject({ path: "/v1/traces", "content-type": "application/json" });
});

it("the trace of a caller that is no trusted proxy is not continued", async () => {
  await startTracing({ TRUSTED_PROXIES: "10.0.0.0/8" });
  await payOverHttp(await requestSession(await openShop()), cards.approved, caller);
  await stopTracing();
  const requests = receiver.spans.filter(({ name }) => name === "POST /checkout/{token}/pay");
  expect(requests).toHaveLength(1);
  expect(requests.map((span) => [span.traceId === traceId, span.parentSpanId])).toEqual([[false, undefined]]);
});

it("no value of a request is exported: no card, no name, no token, no query, no parameter of a statement", async () => {
  await startTracing();
  const session = await requestSession(await openShop());
  await payOverHttp(session, cards.approved);
  await payOverHttp(await requestSession(await openShop()), cards.declined);
  await stopTracing();
  const exported = receiver.bodies.join("\n");
  expect(exported).toContain("POST /checkout/{token}/pay");
  const values = [cards.approved, cards.declined, "Lovelace", "Bay Street", "ada@example.com", "12/39", "in-the-query"];
  for (const value of [...values, session.token, session.id, session.transactionId]) {
    expect(exported).not.toContain(value);
  }
});

it("the webhook of a payment carries the payment's trace, and not the caller's tracestate", async () => {
  await startTracing();
  const shop = await openShop();
  const merchant = await startReceiver();
  await newEndpoint({ accountNumber: shop.accountNumber, environment: "sandbox" }, merchant.url, ["payment.success"]);
  await payOverHttp(await requestSession(shop), cards.approved, caller);
  expect(await deliverDue()).toBe(1);
  merchant.close();
  await stopTracing();
  const webhook = receiver.spans.find(({ name }) => name === "webhook");
  expect(webhook).toMatchObject({
    traceId,
    attributes: { event: "payment.success", "http.response.status_code": 204 },
  });
  const [received] = merchant.received;
  expect(received?.headers).toMatchObject({ traceparent: `00-${traceId}-${webhook?.spanId}-01` });
  expect(received?.headers).not.toHaveProperty("tracestate");
});

it("a call to the gateway carries the current span, and not the caller's tracestate", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const gateway = createServer((request, response) => {
    seen.push(request.headers);
    response.end("{}");
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
  const { operations } = acquirerOf(firstAcquirer);
  const alive = async () => operations?.isAlive(`http://127.0.0.1:${(gateway.address() as AddressInfo).port}/api/`);
  try {
    expect(await alive()).toBe(true);
    await startTracing();
    const start = { name: "a call", kind: "client", parent: caller } as const;
    expect(await inSpan(start, alive)).toBe(true);
  } finally {
    gateway.closeAllConnections();
    gateway.close();
  }
  await stopTracing();
  const [untraced, traced] = seen;
  expect(untraced).not.toHaveProperty("traceparent");
  expect(traced).toMatchObject({ traceparent: `00-${traceId}-${receiver.spans[0]?.spanId}-01` });
  expect(traced).not.toHaveProperty("tracestate");
});

it("the standard variables choose the headers of the export and the sampler", async () => {
  await startTracing({ OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector" });
  await inSpan({ name: "kept", kind: "internal" }, async () => {});
  await stopTracing();
  expect(receiver.headers[0]).toMatchObject({ authorization: "Bearer of-the-collector" });
  await startTracing({ OTEL_TRACES_SAMPLER: "always_off" });
  await inSpan({ name: "dropped", kind: "internal" }, async () => {});
  await stopTracing();
  expect(receiver.spans.map(({ name }) => name)).toEqual(["kept"]);
});

it("statements that wait for a connection of the pool belong to their own request", async () => {
  await startTracing();
  const names = Array.from({ length: 40 }, (_, index) => `request ${index}`);
  await Promise.all(
    names.map((name) => inSpan({ name, kind: "internal" }, () => db().$queryRaw`SELECT pg_sleep(0.01)::text`)),
  );
  await stopTracing();
  const parents = receiver.spans.filter(({ name }) => name === "sql SELECT").map(({ parentSpanId }) => parentSpanId);
  const requests = receiver.spans.filter(({ name }) => names.includes(name)).map(({ spanId }) => spanId);
  expect(parents.sort()).toEqual(requests.sort());
});

it("without a receiver nothing is traced, sent or stored", async () => {
  const sent = vi.spyOn(globalThis, "fetch");
  expect(env().isTracing).toBe(false);
  const shop = await openShop();
  const session = await requestSession(shop);
  await payOverHttp(session, cards.approved, caller);
  expect(sent).toHaveBeenCalledTimes(1);
  sent.mockRestore();
  expect(receiver.bodies).toEqual([]);
  const events = await db().webhookEvent.findMany({ where: { subject: session.transactionId } });
  expect(events.map(({ traceparent }) => traceparent)).toEqual([null, null]);
});

it("OTEL_SDK_DISABLED switches the export off although a receiver is configured", () => {
  expect(extendEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint }).isTracing).toBe(true);
  expect(extendEnv({ OTEL_SDK_DISABLED: "true" }).isTracing).toBe(false);
  extendEnv({ OTEL_SDK_DISABLED: "" });
});
