import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { minute, second } from "@/lib/kit/clock";
import { type FaultBed, startFaultBed } from "@/tests/support/faults/fault-bed";
import { type Cluster, startCluster } from "@/tests/support/faults/postgres-cluster";
import { payOnce, startShoppers } from "@/tests/support/faults/shoppers";
import { cleanAround, temporaryFolder } from "@/tests/support/http/launcher";

/** Half an hour of payments at half of the highest rate: no process grows, and nothing piles up. */
cleanAround();
const lastsMs = 30 * minute;
/** Caches, pools and compiled code grow in the first minutes. */
const warmUpMs = 10 * minute;
const comparedMs = 5 * minute;
const sampleEveryMs = 10 * second;
const measuresRateMs = 30 * second;
vi.setConfig({ testTimeout: lastsMs + 10 * minute });

let cluster: Cluster;
let bed: FaultBed;
beforeAll(async () => {
  const folder = temporaryFolder();
  cluster = await startCluster(folder);
  bed = await startFaultBed({ folder, directUrl: cluster.url });
}, 5 * minute);
afterAll(async () => {
  await bed?.stop();
  await cluster?.stop();
});

type Sample = { at: number; memory: Record<string, number>; connections: number; lateSeconds: number };

it("half an hour at half of the highest rate grows neither memory nor connections nor queues", async () => {
  const rate = (await highestRate()) / 2;
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  let [paid, failed, sampledAt] = [0, 0, Number.NEGATIVE_INFINITY];
  const running = new Set<Promise<void>>();
  for (let number = 0; elapsed() < lastsMs; number++) {
    const origin = bed.origins[number % bed.origins.length] ?? "";
    const payment = payOnce(origin).then((isPaid) => void (isPaid ? paid++ : failed++));
    running.add(payment);
    void payment.finally(() => running.delete(payment));
    if (elapsed() - sampledAt > sampleEveryMs) {
      sampledAt = elapsed();
      samples.push(await takeSample(sampledAt));
    }
    await pause(((number + 1) / rate) * second - elapsed());
  }
  await Promise.all(running);

  const early = samples.filter(({ at }) => at >= warmUpMs && at < warmUpMs + comparedMs);
  const late = samples.filter(({ at }) => at >= lastsMs - comparedMs);
  const growth = Object.keys(bed.pids).map((name) => {
    const memory = (part: Sample[]) => median(part.map((sample) => sample.memory[name] ?? 0));
    return [name, Number((memory(late) / memory(early)).toFixed(3))] as const;
  });
  const connections = (part: Sample[]) => Math.max(...part.map((sample) => sample.connections));
  const summary = { rate, paid, failed, growth, connections: [connections(early), connections(late)] };
  console.log(JSON.stringify({ ...summary, lateSeconds: Math.max(...samples.map(({ lateSeconds }) => lateSeconds)) }));
  expect(failed).toBe(0);
  expect(paid / (elapsed() / second)).toBeGreaterThan(0.95 * rate);
  for (const [name, factor] of growth) expect(factor, name).toBeLessThan(1.1);
  expect(connections(late)).toBeLessThanOrEqual(connections(early) + 1);
  expect(Math.max(...samples.map(({ lateSeconds }) => lateSeconds))).toBeLessThan(10);
});

/** Payments per second of customers who pay as fast as they can. */
async function highestRate(): Promise<number> {
  const warmUp = startShoppers(bed.origins, 8);
  await pause(measuresRateMs);
  await warmUp.stop();
  const shoppers = startShoppers(bed.origins, 8);
  await pause(measuresRateMs);
  const count = shoppers.confirmed.length;
  await shoppers.stop();
  return count / (measuresRateMs / second);
}

async function takeSample(at: number): Promise<Sample> {
  const memory = Object.fromEntries(Object.entries(bed.pids).map(([name, pid]) => [name, residentKb(pid)]));
  const [database] = await cluster.query<{ connections: number }>(
    "SELECT count(*)::int AS connections FROM pg_stat_activity WHERE backend_type = 'client backend'",
  );
  const metrics = await (await fetch(`${bed.origins[0]}/metrics`)).text();
  const late = [...metrics.matchAll(/^tradewind_queue_overdue_seconds\{[^}]*\} (\S+)$/gm)].map(([, value]) =>
    Number(value),
  );
  expect(late.length).toBeGreaterThan(0);
  return { at, memory, connections: database?.connections ?? 0, lateSeconds: Math.max(...late) };
}

const residentKb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const pause = (ms: number) => new Promise((done) => setTimeout(done, Math.max(0, ms)));
