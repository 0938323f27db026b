import pg from "pg";
import { sandbox } from "@/lib/reference/sandbox";
import type { Measured } from "./must-hold";
import { requestCheckout } from "./payer";
import { type Product, sandboxMerchant } from "./product";
import { median } from "./rounds";

/** Measures how the time to read a page of the payment history grows with the number of payments. */
const sizes = [10_000, 100_000, 1_000_000];
const pageSize = 10;
const pages = [1, 1_000];
/** Enough requests to let V8 optimise the web process before the smallest history is measured. */
const warmUps = 300;
const warmUpsOfPage = 20;
const tries = 40;

export async function benchHistory({ origin, databaseUrl }: Product): Promise<Measured> {
  await requestCheckout(origin, sandboxMerchant);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const measured: { size: number; times: number[] }[] = [];
  try {
    for (const size of sizes) {
      await grow(client, size);
      if (measured.length === 0) for (let turn = 0; turn < warmUps; turn++) await readMs(origin, 1);
      const times: number[] = [];
      for (const page of pages) times.push(await medianMs(origin, page));
      measured.push({ size, times });
    }
  } finally {
    await client.end();
  }
  const columns = pages.map((page) => `page ${page.toLocaleString("en")}, p50 ms`);
  const [first, last] = [measured[0]?.times ?? [], measured.at(-1)?.times ?? []];
  return {
    caption: `GET /transactions, ${pageSize} on a page, one after the other`,
    table: Object.fromEntries(
      measured.map(({ size, times }) => [
        `${size.toLocaleString("en")} transactions`,
        Object.fromEntries(columns.map((column, index) => [column, times[index]?.toFixed(1) ?? ""])),
      ]),
    ),
    figures: { historyGrowth: Math.max(...last.map((time, index) => time / (first[index] ?? 0))) },
  };
}

/**
 * Inserts copies of the payment that was requested before, as expired payments of many payers, cards and amounts. Each
 * copy is one second older than the previous one. The ids begin with the time of the pattern's id, because the worker
 * deletes timelines of sessions with an old id.
 */
export async function grow(client: pg.Client, size: number): Promise<void> {
  const { accountNumber } = sandbox.merchant;
  await client.query(
    `WITH pattern AS (SELECT * FROM checkout_session WHERE account_number = $1 LIMIT 1),
       there AS (SELECT count(*)::int AS count FROM checkout_session WHERE account_number = $1)
     INSERT INTO checkout_session
     SELECT copy.* FROM pattern, there, generate_series(there.count + 1, $2::int) n,
       LATERAL (SELECT left(pattern.id, 10) || lpad(n::text, 16, '0') AS id) own,
       LATERAL jsonb_populate_record(NULL::checkout_session, to_jsonb(pattern) || jsonb_build_object(
         'id', own.id, 'transaction_id', 'SB-' || own.id, 'reference', lpad(to_hex(n), 6, '0'), 'order_id', 'bench-' || n,
         'total', pattern.total + 25 * (n % 200), 'email', 'payer-' || n / 10 || '@example.com',
         'card', '************' || lpad((n % 10000)::text, 4, '0'), 'card_network', 'visa',
         'accepted_at', pattern.accepted_at - n * interval '1 second',
         'state', 'finalised', 'status', 'failed', 'code', 'EX', 'finalised_at', pattern.accepted_at)) copy`,
    [accountNumber, size],
  );
  await client.query("TRUNCATE history_count");
  await client.query("VACUUM ANALYZE checkout_session");
}

async function medianMs(origin: string, page: number): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < warmUpsOfPage + tries; turn++) times.push(await readMs(origin, page));
  return median(times.slice(warmUpsOfPage));
}

async function readMs(origin: string, page: number): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${origin}/api/transactions?page=${page}&page_size=${pageSize}`, {
    headers: { "x-svc-key": sandbox.apiKey },
  });
  await answer.json();
  if (!answer.ok) throw new Error(`The history answered ${answer.status}.`);
  return performance.now() - begun;
}
