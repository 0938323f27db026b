import pg from "pg";
import { grow } from "./history";
import type { Measured } from "./must-hold";
import { openPayers, paymentsPerSecond, requestCheckout } from "./payer";
import { measureCosts, processorTimes as measuredTimes, totalOf } from "./payments";
import type { Cost } from "./processor-time";
import { type Product, sandboxMerchant } from "./product";

/** Measures whether a payment costs more in a full database than in a small one. */
const sessions = 1_000_000;
const entriesOfSession = 10;
const atOnce = 8;
const warmUpSeconds = 8;

type Costs = Cost & { walKb: number; gigabytes: number };

export async function benchScale(product: Product): Promise<Measured> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  const payers = openPayers(product.origin, atOnce);
  const worker = await product.startWorker();
  const merchants = Array.from({ length: atOnce }, () => sandboxMerchant);
  const measure = async (): Promise<Costs> => {
    await paymentsPerSecond(payers, merchants, warmUpSeconds);
    const before = await readDatabase(client);
    const cost = totalOf(await measureCosts(product, worker, payers));
    const after = await readDatabase(client);
    return { ...cost, walKb: (after.wal - before.wal) / measuredTimes / 1000, gigabytes: after.bytes / 1e9 };
  };
  try {
    const small = await measure();
    await fill(product, client);
    const full = await measure();
    const entries = `${(sessions * entriesOfSession).toLocaleString("en")} entries of timelines`;
    return {
      caption: `A whole payment, of a merchant with ${sessions.toLocaleString("en")} sessions`,
      table: { "small database": write(small), [entries]: write(full) },
      figures: {
        paymentInFullDatabaseMs: full.database,
        paymentGrowth: (full.web + full.worker + full.database) / (small.web + small.worker + small.database),
      },
    };
  } finally {
    await worker.stop();
    await payers.close();
    await client.end();
  }
}

async function readDatabase(client: pg.Client): Promise<{ wal: number; bytes: number }> {
  const { rows } = await client.query<{ wal: string; bytes: string }>(
    "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS wal, pg_database_size(current_database()) AS bytes",
  );
  return { wal: Number(rows[0]?.wal), bytes: Number(rows[0]?.bytes) };
}

async function fill({ origin }: Product, client: pg.Client): Promise<void> {
  await requestCheckout(origin, sandboxMerchant);
  await grow(client, sessions);
  // Checks each of ten million foreign keys otherwise, which takes minutes.
  await client.query("SET session_replication_role = replica");
  await client.query(
    `INSERT INTO session_event (session_id, at, type, detail)
     SELECT id, accepted_at + n * interval '1 second', 'page_opened', '{"attempt": 1}'
     FROM checkout_session, generate_series(1, $1) n WHERE id LIKE '__________000000000%'`,
    [entriesOfSession],
  );
  await client.query("RESET session_replication_role");
  await client.query("VACUUM ANALYZE session_event");
}

const write = ({ web, worker, database, walKb, gigabytes }: Costs) => ({
  "web ms": web.toFixed(1),
  "worker ms": worker.toFixed(1),
  "PostgreSQL ms": database.toFixed(1),
  "WAL KB": walKb.toFixed(1),
  "database GB": gigabytes.toFixed(2),
});
