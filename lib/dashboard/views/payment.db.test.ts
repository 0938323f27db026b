import { expect, it } from "vitest";
import { db, inTransaction, query } from "@/lib/db/client";
import { ambient } from "@/lib/db/prisma";
import { sql } from "@/lib/db/sql";
import { now } from "@/lib/kit/clock";
import { appendEvents } from "@/lib/timeline/store";
import { endRefund } from "@/lib/transactions/refunds/refund-store";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { callerOf } from "@/tests/support/http/withdrawals";
import { cards, openSession, openShop, patiently, pay } from "@/tests/support/in-process/checkout";
import { readPaymentPage } from "./payment";

const isWaiting = () =>
  query<{ waiting: number }>(sql`
  SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'session_event'::regclass`);

it("shows a refund in the state that the timeline reports, even if the refund ends while the page is read", async () => {
  const shop = await openShop();
  const owner = { accountNumber: shop.accountNumber, environment: "sandbox" } as const;
  const caller = callerOf(shop.accountNumber);
  const session = await openSession(shop);
  await pay(session, cards.approved);
  const { data: refund } = await requestRefund(caller, "sandbox", session.transactionId, { amount: 500n });

  let reading: ReturnType<typeof readPaymentPage> | undefined;
  await inTransaction(async () => {
    await query(sql`LOCK TABLE session_event IN ACCESS EXCLUSIVE MODE`);
    reading = ambient.exit(() => readPaymentPage({ caller, owner }, session.transactionId));
    await expect.poll(async () => (await isWaiting())[0]?.waiting, patiently).toBe(1);
    await endRefund(refund.refund_id, "refunded", now());
    await appendEvents(session.id, now(), [{ type: "refund_refunded", detail: { refund: refund.refund_id } }]);
  });
  const { payment, timeline } = (await reading) ?? {};
  const isCarriedOut = timeline?.entries.some(({ title }) => title.endsWith("carried out"));
  expect({ status: payment?.refunds[0]?.status, isCarriedOut }).toEqual({ status: "pending", isCarriedOut: false });
  expect((await db().refund.findUniqueOrThrow({ where: { id: refund.refund_id } })).status).toBe("refunded");
});
