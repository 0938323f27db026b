import pg from "pg";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openCheckout } from "@/lib/checkout/page/open-checkout";
import { inTransaction, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { cards, openShop, pay, requestSession } from "@/tests/support/in-process/checkout";

/** Every statement costs a round trip, so their number decides how fast a payment is. */

let sent: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  sent = vi.spyOn(pg.Client.prototype, "query");
});
afterEach(() => {
  sent.mockRestore();
});

async function countStatements(work: () => Promise<unknown>): Promise<number> {
  sent.mockClear();
  await work();
  return sent.mock.calls.length;
}

it("a payment takes 1 statement to request, 2 to show and 10 to pay", async () => {
  const shop = await openShop();
  // The first payment of a merchant also creates its keys.
  await pay(await requestSession(shop), cards.approved);
  const session = await requestSession(shop);
  expect(await countStatements(() => requestSession(shop))).toBe(1);
  expect(await countStatements(() => openCheckout(session.token))).toBe(2);
  expect(await countStatements(() => pay(session, cards.approved))).toBe(10);
});

it("PostgreSQL keeps the plan of each statement of a payment after the first few times", async () => {
  const shop = await openShop();
  const session = await requestSession(shop);
  // Dead rows of other test files would make the planner prefer plans for the values of each statement.
  await query(sql`VACUUM`);
  const planned = await inTransaction(async () => {
    await query(sql`SET LOCAL plan_cache_mode = auto`);
    for (let time = 0; time < 10; time++) {
      await openCheckout(session.token);
      await requestSession(shop);
    }
    return query<{ statement: string }>(sql`
      SELECT statement FROM pg_prepared_statements WHERE generic_plans + custom_plans >= 10 AND generic_plans < 2`);
  });
  expect(planned).toEqual([]);
});
