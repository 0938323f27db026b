import pg from "pg";
import { grow, requestPattern } from "./history";
import type { Figures } from "./must-hold";
import { openPayers, paymentsPerSecond, steps } from "./payer";
import { type Cost, measureCosts } from "./payments";
import { type Product, sandboxMerchant } from "./product";

/** Measures whether a payment costs more in a full database than in a small one. */
const sessions = 1_000_000;
const entriesOfSession = 10;
const atOnce = 8;
const warmUpSeconds = 8;

export async function benchScale(product: Product): Promise<Figures> {
  const payers = openPayers(product.origin, atOnce);
  const worker = await product.startWorker();
  const merchants = Array.from({ length: atOnce }, () => sandboxMerchant);
  const measure = async () => {
    await paymentsPerSecond(payers, merchants, warmUpSeconds);
    return total(await measureCosts(product, worker.pid, payers));
  };
  const small = await measure();
  await fill(product);
  const full = await measure();
  await worker.stop();
  await payers.close();

  const entries = sessions * entriesOfSession;
  console.log(`\nProcessor time of a whole payment, of a merchant with ${sessions.toLocaleString("en")} sessions\n`);
  console.table({ "small database": write(small), [`${entries.toLocaleString("en")} entries`]: write(full) });
  return { paymentGrowth: (full.web + full.worker + full.database) / (small.web + small.worker + small.database) };
}

async function fill({ origin, databaseUrl }: Product): Promise<void> {
  await requestPattern(origin);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await grow(client, sessions);
    await client.query(
      `INSERT INTO session_event (session_id, at, type, detail)
       SELECT id, accepted_at + n * interval '1 second', 'page_opened', '{"attempt": 1}'
       FROM checkout_session, generate_series(1, $1) n WHERE id LIKE '0000000000%'`,
      [entriesOfSession],
    );
    await client.query("VACUUM ANALYZE session_event");
  } finally {
    await client.end();
  }
}

const total = (costs: Record<(typeof steps)[number], Cost>): Cost => ({
  web: sum(steps.map((step) => costs[step].web)),
  worker: sum(steps.map((step) => costs[step].worker)),
  database: sum(steps.map((step) => costs[step].database)),
});

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const write = ({ web, worker, database }: Cost) => ({
  "web ms": web.toFixed(1),
  "worker ms": worker.toFixed(1),
  "PostgreSQL ms": database.toFixed(1),
});
