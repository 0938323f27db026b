import { expect, it } from "vitest";
import { inTransaction, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { newUlid } from "@/lib/kit/ids";
import { debitForcibly, giveOpeningBalance } from "@/lib/ledger/post";
import { type BalanceKey, findBalances } from "@/lib/ledger/store";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";

const toCredit = 1000n;

async function openMerchant() {
  const shop = await openShop();
  const balanceKey: BalanceKey = { accountNumber: shop.accountNumber, environment: "sandbox", currency: "TTD" };
  return { balanceKey, session: await openSession(shop, { total: "10.00" }) };
}

type OpenMerchant = Awaited<ReturnType<typeof openMerchant>>;

/**
 * Pays while `change` has changed the balance and is not committed. The payment reads the balance before the change.
 */
async function payDuring({ session, balanceKey }: OpenMerchant, change: (key: BalanceKey) => Promise<void>) {
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  // Created outside of the transaction below, so that the payment is not part of it.
  const paying = started.then(() => pay(session, cards.approved));
  await inTransaction(async () => {
    await change(balanceKey);
    start();
    await expect.poll(countWaiting).toBe(1);
  });
  expect((await paying).result?.status).toBe("success");
  const [row] = await findBalances(balanceKey.accountNumber, "sandbox");
  return { available: row?.available, owed: row?.owed };
}

async function countWaiting() {
  const [row] = await query<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`);
  return row?.count;
}

it("a payment repays a debt that arises while the payment is being credited", async () => {
  const merchant = await openMerchant();
  await giveOpeningBalance(merchant.balanceKey, newUlid(), 1n);
  const balance = await payDuring(merchant, (key) => debitForcibly(key, newUlid(), 401n));
  expect(balance).toEqual({ available: toCredit - 400n, owed: 0n });
});

it("a payment credits everything if the debt is repaid while the payment is being credited", async () => {
  const merchant = await openMerchant();
  await debitForcibly(merchant.balanceKey, newUlid(), 400n);
  const balance = await payDuring(merchant, (key) => giveOpeningBalance(key, newUlid(), 400n));
  expect(balance).toEqual({ available: toCredit, owed: 0n });
});
