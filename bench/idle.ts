import type { Measured } from "./must-hold";
import { measureCost } from "./processor-time";
import type { Product } from "./product";
import { sleep } from "./rounds";

/** Measures the processor time of a product without requests. */
const settleMs = 8_000;
const measureMs = 30_000;

export async function benchIdle(product: Product): Promise<Measured> {
  const worker = await product.startWorker();
  await sleep(settleMs);
  // The cost of 100 ms is a percentage.
  const percent = await measureCost(product, worker, measureMs / 100, () => sleep(measureMs));
  await worker.stop();
  const cell = (value: number) => ({ "% of a core": value.toFixed(2) });
  return {
    caption: `Processor time of the idle product, ${measureMs / 1000} s`,
    table: { web: cell(percent.web), worker: cell(percent.worker), PostgreSQL: cell(percent.database) },
    figures: { idleWorker: percent.worker, idleDatabase: percent.database },
  };
}
