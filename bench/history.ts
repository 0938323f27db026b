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
  let searchMs = 0;
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
    searchMs = await slowestSearchMs(origin, client);
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
      searchOfHistory: searchMs / (last[0] ?? 0),
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

/** The dashboard's search for what a caller knows of an old payment. */
async function slowestSearchMs(origin: string, client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ email: string; amount: string; card: string }>(
    `SELECT email, round((total + customer_fee) / 100.0, 2)::text AS amount, right(card, 4) AS card FROM checkout_session
     WHERE account_number = $1 AND order_id = 'bench-654321'`,
    [sandbox.merchant.accountNumber],
  );
  const { email = "", amount = "", card = "" } = rows[0] ?? {};
  const headers = { ...(await signIn(origin)), origin, "content-type": "application/json" };
  let slowest = 0;
  for (const search of [email, amount, card, `${amount} ${card}`]) {
    const times: number[] = [];
    for (let turn = 0; turn < warmUpsOfPage + tries; turn++) times.push(await searchOnceMs(origin, headers, search));
    slowest = Math.max(slowest, median(times.slice(warmUpsOfPage)));
  }
  return slowest;
}

async function searchOnceMs(origin: string, headers: Page["headers"], search: string): Promise<number> {
  const begun = performance.now();
  const body = JSON.stringify({ search });
  const answer = await fetch(`${origin}/dashboard/test/actions/search`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`The search answered ${answer.status}.`);
  const { data } = (await answer.json()) as { data: { groups: unknown[] } };
  if (data.groups.length === 0) throw new Error(`The search for ${search} found nothing.`);
  return performance.now() - begun;
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
