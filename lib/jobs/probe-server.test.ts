import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { later, minute, now, second, useClock } from "@/lib/kit/clock";
import { extendEnv } from "@/lib/kit/env";
import { call } from "@/tests/support/http/client";
import { createProbeServer } from "./probe-server";
import { createProgress, type WorkerProgress } from "./progress";

let probes: ReturnType<typeof createProbeServer>;
let progress: WorkerProgress;
let origin: string;
let at: Date;
let resetClock: () => void;

beforeEach(async () => {
  at = now();
  resetClock = useClock(() => at);
  progress = createProgress();
  probes = createProbeServer(progress);
  await new Promise<void>((resolve) => probes.server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(probes.server.address() as AddressInfo).port}`;
});
afterEach(() => {
  resetClock();
  probes.server.closeAllConnections();
  probes.server.close();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${origin}${path}`, { headers });
const readiness = async () => {
  const answer = await get("/readyz");
  return [answer.status, (await answer.json()).message];
};

it("a worker is ready while all of its loops make progress, and names those that do not", async () => {
  expect(await readiness()).toEqual([503, "Not ready: no progress in queues, deliveries"]);
  progress.record("queues");
  progress.record("deliveries");
  expect(await readiness()).toEqual([200, "OK"]);
  at = later(minute + second, at);
  expect(await readiness()).toEqual([503, "Not ready: no progress in queues"]);
  progress.record("queues");
  expect(await readiness()).toEqual([200, "OK"]);
});

it("a worker that stops is alive and not ready", async () => {
  progress.record("queues");
  progress.record("deliveries");
  probes.stopping();
  expect(await readiness()).toEqual([503, "Stopping"]);
  expect((await get("/healthz")).status).toBe(200);
});

it("the worker's metrics require the metrics token if one is set, and otherwise a local client in production", async () => {
  const token = "a token for prometheus";
  extendEnv({ METRICS_TOKEN: token });
  expect((await get("/metrics")).status).toBe(401);
  expect((await get("/metrics", { authorization: `Bearer ${token}` })).status).toBe(200);
  const production = { APP_ENV: "production", PUBLIC_URL: "https://pay.example.com", TRUSTED_PROXIES: "none" };
  extendEnv({ METRICS_TOKEN: "", RATE_LIMIT_FACTOR: "", ...production });
  expect((await get("/metrics")).status).toBe(200);
  expect((await get("/metrics", { "x-forwarded-for": "127.0.0.1" })).status).toBe(401);
  expect((await get("/metrics", { "x-client-address": "127.0.0.1", "x-forwarded-for": "::1" })).status).toBe(401);
  extendEnv({ APP_ENV: "development", PUBLIC_URL: "http://localhost:3000", RATE_LIMIT_FACTOR: "1" });
});

it("the worker refuses a request with more than 100 headers", async () => {
  const statusOf = async (count: number) => {
    const headers = Array.from({ length: count }, (_, at) => [`a${at}`, "1"]);
    return (await call(origin, "GET", "/healthz", { headers: Object.fromEntries(headers) })).status;
  };
  expect([await statusOf(90), await statusOf(101), await statusOf(1_500)]).toEqual([200, 431, 431]);
});
