import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { second } from "@/lib/kit/clock";
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

export async function benchHistory({ origin, databaseUrl, startWorker }: Product): Promise<Measured> {
  await requestCheckout(origin, sandboxMerchant);
  // It adds the payments to the sums that the overview reads.
  const worker = await startWorker();
  const overview = { path: "/dashboard/test", headers: await signIn(origin) };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const measured: { size: number; times: number[] }[] = [];
  try {
    for (const size of sizes) {
      await grow(client, size);
      await waitForSums(client);
      for (let turn = 0; measured.length === 0 && turn < warmUps; turn++) {
        await readMs(origin, pageOf(1));
        await readMs(origin, overview);
      }
      const times: number[] = [];
      for (const page of pages) times.push(await medianMs(origin, pageOf(page)));
      times.push(await medianMs(origin, overview));
      measured.push({ size, times });
    }
  } finally {
    await client.end();
    await worker.stop();
  }
  const columns = [...pages.map((page) => `page ${page.toLocaleString("en")}, p50 ms`), "overview, p50 ms"];
  const [first, last] = [measured[0]?.times ?? [], measured.at(-1)?.times ?? []];
  const growthOf = (column: number) => (last[column] ?? 0) / (first[column] ?? 0);
  return {
    caption: `GET /transactions, ${pageSize} on a page, and the dashboard's overview, one after the other`,
    table: Object.fromEntries(
      measured.map(({ size, times }) => [
        `${size.toLocaleString("en")} transactions`,
        Object.fromEntries(columns.map((column, index) => [column, times[index]?.toFixed(1) ?? ""])),
      ]),
    ),
    figures: {
      historyGrowth: Math.max(...pages.map((_, index) => growthOf(index))),
      overviewGrowth: growthOf(pages.length),
    },
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

/** Waits until the worker has added every payment to the sums. */
async function waitForSums(client: pg.Client): Promise<void> {
  const isWaiting = async () => (await client.query("SELECT FROM payment_sum_change LIMIT 1")).rowCount !== 0;
  while (await isWaiting()) await setTimeout(second);
  await client.query("VACUUM ANALYZE payment_sum, payment_sum_change");
}

type Page = { path: string; headers: Record<string, string> };

const pageOf = (page: number): Page => ({
  path: `/api/transactions?page=${page}&page_size=${pageSize}`,
  headers: { "x-svc-key": sandbox.apiKey },
});

async function signIn(origin: string): Promise<Page["headers"]> {
  const { password, merchant } = sandbox;
  const answer = await fetch(`${origin}/dashboard/actions/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ email: merchant.email, password }),
  });
  if (!answer.ok) throw new Error(`The sign-in answered ${answer.status}.`);
  return {
    cookie: answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
  };
}

async function medianMs(origin: string, page: Page): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < warmUpsOfPage + tries; turn++) times.push(await readMs(origin, page));
  return median(times.slice(warmUpsOfPage));
}

async function readMs(origin: string, { path, headers }: Page): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${origin}${path}`, { headers, redirect: "manual" });
  await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`);
  return performance.now() - begun;
}
