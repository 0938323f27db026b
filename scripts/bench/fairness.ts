import { Pool } from "undici";
import type { Figures } from "./must-hold";
import { openPayers } from "./payer";
import { type Product, sandboxMerchant } from "./product";
import { median, quantile, sleep } from "./rounds";

/** Measures how much slower a payment request gets while other addresses read pages. */
const readers = 10;
const pagesPerSecond = 50;
/** Open requests of one reader. Without this limit, a slow server would be measured with an ever longer queue. */
const openMax = 6;
const requestCount = 100;
const requestEveryMs = 60;
const warmUpMs = 3_000;

type Latency = { p50: number; p95: number };

export async function benchFairness(product: Product): Promise<Figures> {
  const payers = openPayers(product.origin, 1);
  const measure = async (count: number): Promise<Latency> => {
    const times: number[] = [];
    for (let turn = 0; turn < count; turn++) {
      const begun = performance.now();
      await payers.request(sandboxMerchant);
      times.push(performance.now() - begun);
      await sleep(Math.max(0, requestEveryMs - (performance.now() - begun)));
    }
    return { p50: median(times), p95: quantile(times, 0.95) };
  };
  const { path } = await payers.request(sandboxMerchant);
  await measure(requestCount);
  const idle = await measure(requestCount);
  const reading = startReading(product.origin, path);
  await sleep(warmUpMs);
  const busy = await measure(requestCount);
  const achieved = await reading.stop();
  await payers.close();

  const row = ({ p50, p95 }: Latency) => ({ "p50 ms": p50.toFixed(1), "p95 ms": p95.toFixed(1) });
  console.log(`\nPayment requests one after the other, ${requestCount} times\n`);
  console.table({
    idle: row(idle),
    [`while ${readers} addresses read ${pagesPerSecond} pages/s (${achieved.toFixed(0)} answered)`]: row(busy),
  });
  return { requestWhileReading: busy.p50 / idle.p50 };
}

/** Reads pages at a constant rate from several addresses until it is stopped. Returns the pages per second. */
function startReading(origin: string, path: string): { stop(): Promise<number> } {
  const pool = new Pool(origin, { connections: readers * openMax, pipelining: 1 });
  const open = Array.from({ length: readers }, () => new Set<Promise<void>>());
  const begun = performance.now();
  let answered = 0;
  let failure: unknown;
  const read = async (reader: number) => {
    const headers = { accept: "text/html", "x-forwarded-for": `198.51.100.${reader + 1}` };
    const answer = await pool.request({ method: "GET", path, headers });
    await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`The page answered ${answer.statusCode}.`);
    answered++;
  };
  let turn = 0;
  const timer = setInterval(() => {
    const reader = turn++ % readers;
    const mine = open[reader];
    if (!mine || mine.size >= openMax) return;
    const reading = read(reader)
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
