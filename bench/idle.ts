import type { Measured } from "./must-hold";
import { processorMs } from "./processor-time";
import type { Product } from "./product";
import { sleep } from "./rounds";

/** Measures the processor time of a product without requests. */
const settleMs = 8_000;
const measureMs = 30_000;

export async function benchIdle(product: Product): Promise<Measured> {
  const worker = await product.startWorker();
  const pids = { web: product.web.pid, worker: worker.pid, database: product.databasePid };
  const read = () => ({
    web: processorMs(pids.web),
    worker: processorMs(pids.worker),
    database: processorMs(pids.database),
  });
  await sleep(settleMs);
  const before = read();
  await sleep(measureMs);
  const after = read();
  await worker.stop();
  const percent = (process: keyof typeof pids) => ((after[process] - before[process]) / measureMs) * 100;
  const [web, idleWorker, idleDatabase] = [percent("web"), percent("worker"), percent("database")];
  const cell = (value: number) => ({ "% of a core": value.toFixed(2) });
  return {
    caption: `Processor time of the idle product, ${measureMs / 1000} s`,
    table: { web: cell(web), worker: cell(idleWorker), PostgreSQL: cell(idleDatabase) },
    figures: { idleWorker, idleDatabase },
  };
}
