import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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

describe("the worker's metrics", () => {
  const token = "a token for prometheus";
  const bearer = { authorization: `Bearer ${token}` };
  const development = { APP_ENV: "development", PUBLIC_URL: "http://localhost:3000", RATE_LIMIT_FACTOR: "1" };
  afterEach(() => extendEnv({ ...development, METRICS_TOKEN: "", TRUSTED_PROXIES: "none" }));
  const statusWith = async (headers: Record<string, string>) => (await get("/metrics", headers)).status;

  it("require the metrics token if one is set", async () => {
    extendEnv({ METRICS_TOKEN: token });
    expect([await statusWith({}), await statusWith(bearer)]).toEqual([401, 200]);
  });

  it("require it in production from every client, also from a trusted proxy that names none", async () => {
    const production = { APP_ENV: "production", PUBLIC_URL: "https://pay.example.com", RATE_LIMIT_FACTOR: "" };
    for (const TRUSTED_PROXIES of ["none", "127.0.0.1/32"]) {
      extendEnv({ METRICS_TOKEN: "", ...production, TRUSTED_PROXIES });
      expect([await statusWith({}), await statusWith(bearer)]).toEqual([401, 401]);
      expect(await statusWith({ "x-client-address": "127.0.0.1", "x-forwarded-for": "::1" })).toBe(401);
    }
  });

  it.each(["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])(
    "are shown in development without a token, but not to a request with %s, which a proxy forwarded",
    async (name) => {
      expect([await statusWith({}), await statusWith({ [name]: "127.0.0.1" })]).toEqual([200, 401]);
    },
  );
});

it("the worker refuses a request with more than 100 headers", async () => {
  const statusOf = async (count: number) => {
    const headers = Array.from({ length: count }, (_, at) => [`a${at}`, "1"]);
    return (await call(origin, "GET", "/healthz", { headers: Object.fromEntries(headers) })).status;
  };
  expect([await statusOf(90), await statusOf(101), await statusOf(1_500)]).toEqual([200, 431, 431]);
});
