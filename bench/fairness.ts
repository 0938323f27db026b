import { Pool } from "undici";
import type { Measured } from "./must-hold";
import { openPayers, type Payers } from "./payer";
import { type Product, sandboxMerchant } from "./product";
import { interleave, median, quantile, sleep } from "./rounds";

/** Measures how much slower a payment request gets while other addresses read pages, or one opens many at once. */
const readers = 10;
const pagesPerSecond = 50;
/** Open requests of one reader. Without this limit, a slow server would be measured with an ever longer queue. */
const openMax = 6;
/** Pages that one address opens at once. They are within its limit of a minute. */
const burstPages = 120;
/** The pages of a burst have arrived after this time. */
const burstLeadMs = 20;
const requestEveryMs = 60;
const requestsPerRound = 50;
const rounds = 3;
const settleMs = 2_000;

/** One kind of page. Each turn of a reader may open another address. */
type ReadPage = { path(turn: number): string; status: number };

/** Pages that are rendered for each request, and an unknown page of the docs, which must not be. */
const pagesToRead = (checkout: string): Record<string, ReadPage> => ({
  "checkout page": { path: () => checkout, status: 200 },
  "search of the docs": { path: (turn) => `/docs/search?q=hash+${turn}`, status: 200 },
  "unknown page of the docs": { path: (turn) => `/docs/unknown-${turn}`, status: 404 },
});

export async function benchFairness({ origin }: Product): Promise<Measured> {
  const payers = openPayers(origin, 1);
  // Bursts share their connections: on new ones, the server would see the pages one after the other.
  const pool = new Pool(origin, { connections: burstPages, pipelining: 1 });
  const pages = pagesToRead((await payers.request(sandboxMerchant)).path);
  const sides: Record<string, () => Promise<Side>> = {
    idle: async () => ({ times: await requestTimes(payers), rate: 0 }),
  };
  for (const [name, page] of Object.entries(pages)) {
    sides[`read: ${name}`] = () => requestWhileReading(origin, payers, page);
    sides[`burst: ${name}`] = () => requestInBurst(pool, payers, page);
  }
  await interleave(sides, 1);
  const measured = Object.entries(await interleave(sides, rounds));
  await payers.close();
  await pool.close();

  const latencies = measured.map(([name, results]) => ({ name, ...latencyOf(results) }));
  const slowest = (kind: string, quantity: keyof Latency) =>
    Math.max(...latencies.filter(({ name }) => name.startsWith(kind)).map((latency) => latency[quantity]));
  return {
    caption: `${rounds} rounds. Read: ${readers} addresses, ${pagesPerSecond} pages/s together. Burst: ${burstPages} pages`,
    table: Object.fromEntries(latencies.map(({ name, ...latency }) => [name, rowOf(latency)])),
    figures: {
      requestWhileReading: slowest("read", "p50") / slowest("idle", "p50"),
      slowRequestWhileReading: slowest("read", "p95") / slowest("idle", "p95"),
      requestInBurst: slowest("burst", "p50") / slowest("idle", "p50"),
    },
  };
}

/** The times of payment requests in ms, and how many pages per second were answered meanwhile. */
type Side = { times: number[]; rate: number };
type Latency = { p50: number; p95: number; rate: number };

function latencyOf(results: readonly Side[]): Latency {
  const times = results.flatMap((result) => result.times);
  return { p50: median(times), p95: quantile(times, 0.95), rate: median(results.map(({ rate }) => rate)) };
}

const rowOf = ({ p50, p95, rate }: Latency) => ({
  "p50 ms": p50.toFixed(1),
  "p95 ms": p95.toFixed(1),
  "pages/s": rate.toFixed(0),
});

async function requestWhileReading(origin: string, payers: Payers, page: ReadPage): Promise<Side> {
  const reading = startReading(origin, page);
  await sleep(settleMs);
  const times = await requestTimes(payers);
  return { times, rate: await reading.stop() };
}

/** Sends payment requests until all pages of a burst are answered. */
async function requestInBurst(pool: Pool, payers: Payers, page: ReadPage): Promise<Side> {
  const begun = performance.now();
  let answered = 0;
  let failure: unknown;
  for (let turn = 0; turn < burstPages; turn++) {
    void readPage(pool, page, turn, 0)
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => answered++);
  }
  await sleep(burstLeadMs);
  const times: number[] = [];
  do times.push(await requestTime(payers));
  while (answered < burstPages);
  const rate = burstPages / ((performance.now() - begun) / 1000);
  if (failure) throw failure;
  return { times, rate };
}

async function readPage(pool: Pool, { path, status }: ReadPage, turn: number, reader: number): Promise<void> {
  const headers = { accept: "text/html", "x-forwarded-for": `198.51.100.${reader + 1}` };
  const answer = await pool.request({ method: "GET", path: path(turn), headers });
  await answer.body.text();
  if (answer.statusCode !== status) throw new Error(`${path(turn)} answered ${answer.statusCode}.`);
}

async function requestTime(payers: Payers): Promise<number> {
  const begun = performance.now();
  await payers.request(sandboxMerchant);
  return performance.now() - begun;
}

async function requestTimes(payers: Payers): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < requestsPerRound; turn++) {
    const time = await requestTime(payers);
    times.push(time);
    await sleep(Math.max(0, requestEveryMs - time));
  }
  return times;
}

/** Reads pages at a constant rate from several addresses until it is stopped. Returns the pages per second. */
function startReading(origin: string, page: ReadPage): { stop(): Promise<number> } {
  const pool = new Pool(origin, { connections: readers * openMax, pipelining: 1 });
  const open = Array.from({ length: readers }, () => new Set<Promise<void>>());
  const begun = performance.now();
  let answered = 0;
  let failure: unknown;
  let turn = 0;
  const timer = setInterval(() => {
    const reader = turn++ % readers;
    const mine = open[reader];
    if (!mine || mine.size >= openMax) return;
    const reading = readPage(pool, page, turn, reader)
      .then(() => void answered++)
      .catch((error: unknown) => void (failure ??= error))
      .finally(() => mine.delete(reading));
    mine.add(reading);
  }, 1000 / pagesPerSecond);
  return {
    async stop() {
      clearInterval(timer);
      const rate = answered / ((performance.now() - begun) / 1000);
      await Promise.all(open.flatMap((mine) => [...mine]));
      await pool.close();
      if (failure) throw failure;
      return rate;
    },
  };
}
