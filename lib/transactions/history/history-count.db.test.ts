import pg from "pg";
import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { env } from "@/lib/kit/env";
import { administer } from "@/tests/support/http/product";
import { openSession, openShop, patiently, requestSession } from "@/tests/support/in-process/checkout";
import { countHistory } from "./count-store";

it("the count of a long history is exact, with its old part counted live or cached, also beside a purge", async () => {
  const shop = await openShop();
  const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;
  const first = await openSession(shop);
  await openSession(await openShop());
  const addBefore = (hours: number) =>
    administer(
      env().DATABASE_URL ?? "",
      `INSERT INTO checkout_session SELECT copy.* FROM checkout_session s, generate_series(1, 11000) n,
         LATERAL jsonb_populate_record(s, jsonb_build_object(
           'id', '${hours}-' || n, 'transaction_id', 'SB-${hours}-' || n, 'reference', to_hex(${hours}00000 + n),
           'accepted_at', s.accepted_at - interval '${hours} hours')) copy
       WHERE s.id = '${first.id}'`,
    );
  const remembered = async () => (await db().historyCount.findMany()).map(({ counted }) => counted);
  await addBefore(9);
  expect(await countHistory(owner)).toBe(11_001);
  expect(await remembered()).toEqual([11_000]);
  await Promise.all(Array.from({ length: 5 }, () => requestSession(shop)));
  expect(await countHistory(owner)).toBe(11_006);

  // The cached count now ends eight hours ago. Another 11,000 transactions, five hours old, follow it.
  await administer(env().DATABASE_URL ?? "", "UPDATE history_count SET until = until - interval '7 hours'");
  await addBefore(5);

  // A purge deletes one of them after they were counted and before their count is cached.
  const purge = new pg.Client({ connectionString: env().DATABASE_URL });
  await purge.connect();
  await purge.query("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('history_count', 0))");
  const counting = countHistory(owner);
  const waiting = async () =>
    (await purge.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).rows.length;
  await expect.poll(waiting, patiently).toBe(1);
  await purge.query("DELETE FROM checkout_session WHERE id = '5-1'; COMMIT");
  await purge.end();
  expect(await counting).toBe(22_006);
  expect(await remembered()).toEqual([21_999]);
  expect(await countHistory(owner)).toBe(22_005);
});
