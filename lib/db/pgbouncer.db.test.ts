import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startWorker } from "@/lib/jobs/worker";
import { env, extendEnv } from "@/lib/kit/env";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { hasPgBouncer, startPgBouncer } from "@/tests/support/faults/pgbouncer";
import { cleanAround, temporaryFolder } from "@/tests/support/http/launcher";
import { administer } from "@/tests/support/http/product";
import { startReceiver } from "@/tests/support/http/receiver";
import { newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import { cards, openShop, pay, recordOf, requestSession } from "@/tests/support/in-process/checkout";
import { db, inTransaction, query, slowQuery } from "./client";
import { disconnect } from "./connection";
import { storeTimeouts } from "./migrations/role-timeouts";
import { sql } from "./sql";

cleanAround();

describe.runIf(hasPgBouncer)("Through PgBouncer in transaction mode", () => {
  let directUrl = "";
  let stop = async () => {};

  beforeAll(async () => {
    directUrl = env().DATABASE_URL ?? "";
    // Two connections to the server: transactions of many callers share them.
    const bouncer = await startPgBouncer(temporaryFolder(), directUrl, ["default_pool_size = 2"]);
    stop = bouncer.stop;
    await disconnect();
    await storeTimeouts(directUrl, new URL(directUrl).username);
    const DATABASE_URL = bouncer.urlOf(directUrl);
    extendEnv({ DATABASE_URL, DIRECT_DATABASE_URL: directUrl, PREPARED_STATEMENTS: "false" });
  });

  afterAll(async () => {
    await disconnect();
    extendEnv({ DATABASE_URL: directUrl, DIRECT_DATABASE_URL: "", PREPARED_STATEMENTS: "" });
    await stop();
    const { username, pathname } = new URL(directUrl);
    await administer(directUrl, `ALTER ROLE ${username} IN DATABASE ${pathname.slice(1)} RESET ALL`);
  });

  it("statements, models and transactions of many callers share the connections", async () => {
    const nap = () => query(sql`SELECT pg_sleep(0.005)::text`);
    const both = () => inTransaction(async () => [await nap(), await db().rateWindow.count()]);
    const work = Array.from({ length: 40 }, (_, turn) =>
      turn % 2 ? both() : Promise.all([nap(), slowQuery(sql`SELECT 1`)]),
    );
    expect(await Promise.all(work)).toHaveLength(40);
  });

  it("statements have time limits, although the pooler passes none on", async () => {
    const limits = sql`
      SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
        current_setting('idle_in_transaction_session_timeout') AS idle`;
    expect(await query(limits)).toEqual([{ statement: "12s", lock: "8s", idle: "15s" }]);
  });

  it("a payment succeeds, the worker delivers its webhook, and it is refunded", async () => {
    const shop = await openShop();
    const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;
    const receiver = await startReceiver();
    await newEndpoint(owner, receiver.url, ["payment.success", "payment.refunded"]);
    const worker = startWorker();
    try {
      const session = await requestSession(shop);
      expect(await pay(session, cards.approved)).toMatchObject({ state: "finalised", money: "charged" });
      await requestRefund(callerOf(shop.accountNumber), "sandbox", session.transactionId, { amount: 500n });
      await vi.waitUntil(() => receiver.received.length === 2, { timeout: 20_000 });
      expect((await recordOf(session)).refunded).toBeGreaterThan(0n);
    } finally {
      await worker.stop();
      receiver.close();
    }
  });
});
