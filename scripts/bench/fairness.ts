import { Pool } from "undici";
import type { Figures } from "./must-hold";
import { openPayers, type Payers } from "./payer";
import { type Product, sandboxMerchant } from "./product";
import { interleave, median, quantile, sleep } from "./rounds";

/** Measures how much slower a payment request gets while other addresses read pages. */
const readers = 10;
const pagesPerSecond = 50;
/** Open requests of one reader. Without this limit, a slow server would be measured with an ever longer queue. */
const openMax = 6;
const requestEveryMs = 60;
const requestsPerRound = 50;
const rounds = 3;
const settleMs = 2_000;

export async function benchFairness({ origin }: Product): Promise<Figures> {
  const payers = openPayers(origin, 1);
  const { path } = await payers.request(sandboxMerchant);
  const rates: number[] = [];
  const sides = {
    idle: () => requestTimes(payers),
    busy: async () => {
      const reading = startReading(origin, path);
      await sleep(settleMs);
      const times = await requestTimes(payers);
      rates.push(await reading.stop());
      return times;
    },
  };
  await interleave(sides, 1);
  const measured = await interleave(sides, rounds);
  await payers.close();

  const [idle, busy] = [latencyOf(measured.idle.flat()), latencyOf(measured.busy.flat())];
  const row = ({ p50, p95 }: Latency) => ({ "p50 ms": p50.toFixed(1), "p95 ms": p95.toFixed(1) });
  console.log(`\nPayment requests one after the other, ${rounds} rounds of ${requestsPerRound}\n`);
  console.table({
    idle: row(idle),
    [`while ${readers} addresses read ${pagesPerSecond} pages/s (${median(rates).toFixed(0)} answered)`]: row(busy),
  });
  return { requestWhileReading: busy.p50 / idle.p50, slowRequestWhileReading: busy.p95 / idle.p95 };
}

type Latency = { p50: number; p95: number };

const latencyOf = (times: readonly number[]): Latency => ({ p50: median(times), p95: quantile(times, 0.95) });

async function requestTimes(payers: Payers): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < requestsPerRound; turn++) {
    const begun = performance.now();
    await payers.request(sandboxMerchant);
    times.push(performance.now() - begun);
    await sleep(Math.max(0, requestEveryMs - (performance.now() - begun)));
  }
  return times;
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
