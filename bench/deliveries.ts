import { Agent, request } from "node:http";
import pg from "pg";
import { newUlid } from "@/lib/kit/ids";
import type { Measured } from "./must-hold";
import { type Cost, measureCost } from "./processor-time";
import { openMerchant, type Product } from "./product";
import { type Program, startServer } from "./program";
import { sleep } from "./rounds";

/** Compares the worker's webhooks per second, while one of ten receivers hangs, with a loop that posts and inserts. */
const events = 1000;
const served = 9;
const perReceiver = 10;

type Owner = { accountNumber: string; environment: "sandbox" };

export async function benchDeliveries(product: Product): Promise<Measured> {
  const args = ["--import", "tsx", "bench/receivers.ts"];
  const receivers = await startServer({ title: "webhook receivers", args, folder: product.folder });
  const at = (path: string) => `${receivers.origin}/${path}`;
  const addresses = Array.from({ length: served }, (_, index) => at(String(index)));
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 10 });
  // A merchant of its own, so that the payments of later parts cause no deliveries.
  const owner: Owner = { ...(await openMerchant("receiver")), environment: "sandbox" };
  for (const url of [at("hang"), ...addresses]) await hear(owner, url);
  await happen(owner);
  await pool.query("CREATE TABLE bench_delivery (id bigserial PRIMARY KEY, status int NOT NULL)");
  const before = await measureBare(pool, addresses);
  const worker = await product.startWorker();
  const ours = await measureWorker(product, worker, pool);
  const after = await measureBare(pool, addresses);
  // Ends the deliveries that hang, for which the worker would wait.
  await receivers.stop();
  await worker.stop();
  await pool.end();
  const bare = (before + after) / 2;
  const share = (ours.perSecond / bare) * 100;
  return {
    caption: `${events} events to ${served} receivers, and to one more that hangs`,
    table: {
      "bare node:http post + pg insert": { "deliveries/s": Math.round(bare), "of bare": "100 %" },
      "the worker": {
        "deliveries/s": Math.round(ours.perSecond),
        "of bare": `${share.toFixed(0)} %`,
        "worker ms": ours.worker.toFixed(2),
        "PostgreSQL ms": ours.database.toFixed(2),
      },
    },
    figures: { deliveriesOfBare: share },
  };
}

const deliveries = events * served;
const perSecond = (begun: number): number => deliveries / ((performance.now() - begun) / 1000);

async function measureBare(pool: pg.Pool, addresses: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ data: "a body of a usual length, ".repeat(60) });
  const post = (url: string) =>
    new Promise<number>((resolve, reject) => {
      const call = request(url, { method: "POST", agent }, (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
      });
      call.on("error", reject).end(body);
    });
  const serve = async (url: string) => {
    for (let count = 0; count < events / perReceiver; count++) {
      const values = [await post(url)];
      await pool.query({ name: "bench", text: "INSERT INTO bench_delivery (status) VALUES ($1)", values });
    }
  };
  const begun = performance.now();
  await Promise.all(addresses.flatMap((url) => Array.from({ length: perReceiver }, () => serve(url))));
  agent.destroy();
  return perSecond(begun);
}

async function hear(owner: Owner, url: string): Promise<void> {
  const { callerOf } = await import("@/tests/support/http/withdrawals");
  const { createWebhook } = await import("@/lib/webhooks/endpoints/manage-endpoints");
  await createWebhook(callerOf(owner.accountNumber), owner.environment, {
    url,
    events: ["*"],
    environment: owner.environment,
  });
}

async function happen(owner: Owner): Promise<void> {
  const { emit } = await import("@/lib/webhooks/emit");
  const data = { note: "a record of a usual length, ".repeat(50) };
  for (let count = 0; count < events; count++)
    await emit(owner, { event: "payment.success", subject: newUlid(), data });
}

type Speed = Cost & { perSecond: number };

/** Deliveries per second and processor time of one. The first third does not count: V8 optimises meanwhile. */
async function measureWorker(product: Product, worker: Program, pool: pg.Pool): Promise<Speed> {
  const count = async () => {
    const { rows } = await pool.query("SELECT count(*)::int AS count FROM webhook_try WHERE status = 204");
    return rows[0].count as number;
  };
  let first = 0;
  while (first < deliveries / 3) {
    await sleep(20);
    first = await count();
  }
  const counted = deliveries - first;
  let ms = 0;
  const cost = await measureCost(product, worker, counted, async () => {
    const begun = performance.now();
    while ((await count()) < deliveries) await sleep(100);
    ms = performance.now() - begun;
  });
  return { ...cost, perSecond: (counted / ms) * 1000 };
}
