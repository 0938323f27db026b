import { chmodSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sandbox } from "@/lib/reference/sandbox";
import {
  expectBooksComplete,
  type FaultBed,
  secondsUntilHealthy,
  startFaultBed,
} from "@/tests/support/faults/fault-bed";
import { type Cluster, startCluster } from "@/tests/support/faults/postgres-cluster";
import { type Shoppers, startShoppers } from "@/tests/support/faults/shoppers";
import { type CallOptions, call } from "@/tests/support/http/client";
import { cookieOf } from "@/tests/support/http/dashboard";
import { cleanAround, succeeds, temporaryFolder, until } from "@/tests/support/http/launcher";
import { asBrowser, cardFields, minimalFields, requestPath } from "@/tests/support/http/payments";

/**
 * The database fails while customers pay at two web servers, and a worker runs. No confirmed payment is lost, no payer
 * is charged twice, clients see only 503 with `Retry-After`, and the product recovers within ten seconds.
 */
cleanAround();
vi.setConfig({ testTimeout: 300_000 });

const healthyWithinSeconds = 10;

describe("while customers pay", () => {
  let cluster: Cluster;
  let bed: FaultBed;
  let cookie: string;

  beforeAll(async () => {
    const folder = temporaryFolder();
    cluster = await startCluster(folder);
    bed = await startFaultBed({ folder, directUrl: cluster.url });
    const [origin = ""] = bed.origins;
    const json = { email: sandbox.merchant.email, password: sandbox.password };
    cookie = cookieOf(await call(origin, "POST", "/dashboard/actions/sign-in", { json, headers: { origin } }));
  }, 300_000);
  afterAll(async () => {
    await bed?.stop();
    await cluster?.stop();
  });

  const untilConfirmed = (shoppers: Shoppers, count: number) =>
    until("payments", () => shoppers.confirmed.length >= count || shoppers.wrong.length > 0);

  /** Every kind of request: API, payment request, hosted page, its actions, form posts, dashboard and other pages. */
  async function expectUnavailable(token: string): Promise<void> {
    const fields = minimalFields(sandbox.merchant.accountNumber);
    const form = { email: sandbox.merchant.email, password: sandbox.password };
    const kinds: [string, string, CallOptions, unknown?][] = [
      ["GET", "/readyz", {}, { message: expect.stringMatching(/^The database is /) }],
      ["POST", "/api/auth/tokens", { form }, { message: "Service Unavailable" }],
      ["GET", "/api/transactions/meta", { key: sandbox.apiKey }, { message: "Service Unavailable" }],
      ["POST", requestPath, { json: fields }, { url: "", message: "Service Unavailable", transaction_id: "" }],
      ["POST", requestPath, { form: fields as Record<string, string>, headers: asBrowser }],
      ["GET", `/checkout/${token}`, { headers: asBrowser }],
      ["GET", `/checkout/${token}/state`, {}, { message: "Service Unavailable" }],
      ["POST", `/checkout/${token}/pay`, { json: cardFields("4111111111111111") }, { message: "Service Unavailable" }],
      ["GET", `/checkout/${token}/challenge`, { headers: asBrowser }],
      ["GET", "/sandbox/mail", { headers: asBrowser }],
      ["GET", "/dashboard/test", { headers: { ...asBrowser, cookie } }],
    ];
    for (const [method, path, options, body] of kinds) {
      const reply = await call(bed.origins[0] ?? "", method, path, options);
      const shown = [method, path, reply.status, reply.headers["retry-after"]];
      expect(shown, reply.text.slice(0, 300)).toEqual([method, path, 503, "1"]);
      if (body) expect(reply.body).toEqual(body);
    }
  }

  it.each<[string, (shoppers: Shoppers) => Promise<unknown>]>([
    ["restarts", () => cluster.stop("SIGINT")],
    ["shuts down immediately", () => cluster.stop("SIGQUIT")],
    ["crashes", () => cluster.stop("SIGKILL")],
    [
      "is down for 20 seconds",
      async (shoppers) => {
        await cluster.stop();
        await expectUnavailable(shoppers.opened[0]?.token ?? "");
        await new Promise((done) => setTimeout(done, 20_000));
        expect(shoppers.refusals).toBeGreaterThan(0);
      },
    ],
  ])("a database that %s loses and doubles no payment", async (_fault, disturb) => {
    const shoppers = startShoppers(bed.origins);
    await untilConfirmed(shoppers, 50);
    await disturb(shoppers);
    await cluster.start();
    const seconds = await secondsUntilHealthy(bed);
    await expectBooksComplete(bed, cluster.url, shoppers);
    expect(seconds).toBeLessThan(healthyWithinSeconds);
  });

  it("a database with too few connections serves all payments, one after the other", async () => {
    await cluster.stop();
    await cluster.start(["max_connections=20"]);
    const shoppers = startShoppers(bed.origins, 100);
    await untilConfirmed(shoppers, 300);
    await shoppers.stop();
    // The test itself needs a connection to look at the books.
    await cluster.stop();
    await cluster.start();
    await expectBooksComplete(bed, cluster.url, shoppers);
    expect(shoppers.refusals).toBe(0);
  });
});

/** Only root can mount a small disk, and not in every container. */
const small = temporaryFolder();
const canMount = succeeds("mount", ["-t", "tmpfs", "-o", "size=250m", "tmpfs", small]);
afterAll(() => {
  succeeds("umount", ["--lazy", small]);
});

it.runIf(canMount)("a full disk makes the web servers unready, and they serve again when it has space", async () => {
  chmodSync(small, 0o755);
  const cluster = await startCluster(small, ["max_wal_size=32MB", "min_wal_size=32MB"]);
  const bed = await startFaultBed({ folder: temporaryFolder(), directUrl: cluster.url });
  const filler = join(small, "filler");
  const readiness = () =>
    Promise.all(bed.origins.map(async (origin) => (await call(origin, "GET", "/readyz")).body.message));
  try {
    const shoppers = startShoppers(bed.origins);
    await until("payments", () => shoppers.confirmed.length >= 50);
    succeeds("dd", ["if=/dev/zero", `of=${filler}`, "bs=64k"]);
    const full = "The disk of the database is full.";
    await until("both to notice", async () => (await readiness()).every((message) => message === full));
    await until("refusals", () => shoppers.refusals > 0);
    rmSync(filler);
    const seconds = await secondsUntilHealthy(bed);
    await expectBooksComplete(bed, cluster.url, shoppers);
    expect(seconds).toBeLessThan(healthyWithinSeconds);
  } finally {
    await bed.stop();
    await cluster.stop();
  }
});
