import { Agent, request } from "node:http";
import { join } from "node:path";
import pg from "pg";
import { rawEnv } from "@/lib/kit/env";
import { newUlid } from "@/lib/kit/ids";
import { sandbox } from "@/lib/reference/sandbox";
import { findFreePort } from "../launch/processes";
import type { Figures } from "./must-hold";
import type { Product } from "./product";
import { startProgram } from "./program";

/** Compares the worker's webhooks per second, while one of ten receivers hangs, with a loop that posts and inserts. */
const events = 1000;
const served = 9;
const perReceiver = 10;

const owner = { accountNumber: sandbox.merchant.accountNumber, environment: "sandbox" } as const;

export async function benchDeliveries(product: Product): Promise<Figures> {
  const port = await findFreePort();
  const receivers = await startProgram({
    title: "The receivers",
    args: ["--import", "tsx", "scripts/bench/receivers.ts", String(port)],
    env: rawEnv(),
    logFile: join(product.folder, "receivers.log"),
  });
  const at = (path: string) => `http://127.0.0.1:${port}/${path}`;
  const addresses = Array.from({ length: served }, (_, index) => at(String(index)));
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 10 });
  const bare = await measureBare(pool, addresses);
  for (const url of [at("hang"), ...addresses]) await hear(url);
  await happen();
  const worker = await product.startWorker();
  const ours = await measureWorker(pool);
  await worker.stop();
  await receivers.stop();
  await pool.end();
  console.log(`\n${events} events to ${served} receivers, and to one more that hangs\n`);
  console.table({
    "bare node:http post + pg insert": { "deliveries/s": Math.round(bare), "of bare": "100 %" },
    "the worker": { "deliveries/s": Math.round(ours), "of bare": `${((ours / bare) * 100).toFixed(0)} %` },
  });
  return {};
}

const deliveries = events * served;
const perSecond = (begun: number): number => deliveries / ((performance.now() - begun) / 1000);

async function measureBare(pool: pg.Pool, addresses: readonly string[]): Promise<number> {
  await pool.query("CREATE TABLE bench_delivery (id bigserial PRIMARY KEY, status int NOT NULL)");
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

async function hear(url: string): Promise<void> {
  const { callerOf } = await import("@/tests/support/http/withdrawals");
  const { createWebhook } = await import("@/lib/webhooks/endpoints/manage-endpoints");
  await createWebhook(callerOf(owner.accountNumber), owner.environment, {
    url,
    events: ["*"],
    environment: owner.environment,
  });
}

async function happen(): Promise<void> {
  const { emit } = await import("@/lib/webhooks/emit");
  const data = { note: "a record of a usual length, ".repeat(50) };
  for (let count = 0; count < events; count++)
    await emit(owner, { event: "payment.success", subject: newUlid(), data });
}

/** The worker's deliveries per second, from the first delivery to the last. The worker's start does not count. */
async function measureWorker(pool: pg.Pool): Promise<number> {
  let begun = 0;
  for (let count = 0; count < deliveries; ) {
    const { rows } = await pool.query("SELECT count(*)::int AS count FROM webhook_delivery WHERE status = 'delivered'");
    count = rows[0].count;
    if (count > 0) begun ||= performance.now();
    await new Promise((done) => setTimeout(done, 50));
  }
  return perSecond(begun);
}
