import { beforeEach, describe, expect, it } from "vitest";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { db, inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { giveOpeningBalance } from "@/lib/ledger/post";
import { retrieveTransaction } from "@/lib/transactions/history/read-transactions";
import { lockRefund } from "@/lib/transactions/refunds/refund-store";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import {
  behave,
  cards,
  openSession,
  openShop,
  patiently,
  pay,
  sweep,
  type TestSession,
} from "@/tests/support/in-process/checkout";
import type { triggers } from "./sandbox-contract";
import { triggerEvent } from "./trigger-event";

let shop: Merchant;
let session: TestSession;
let caller: Caller;

/** Each test starts with a payment that debited 12.05, and a merchant whose balance covers the refund. */
beforeEach(async () => {
  shop = await openShop();
  const { accountNumber } = shop;
  caller = { accountNumber, canGoLive: true, credential: { kind: "bearer", familyId: "" } } as Caller;
  session = await openSession(shop);
  await pay(session, cards.approved);
  await giveOpeningBalance({ accountNumber, environment: "sandbox", currency: "TTD" }, session.id, 500n);
});

const trigger = (event: (typeof triggers)[number]) => triggerEvent(caller, session.transactionId, { event });
const refund = (amount?: bigint) => requestRefund(caller, "sandbox", session.transactionId, { amount });
const refunds = async () =>
  (await retrieveTransaction(caller, "sandbox", session.transactionId)).data.refunds.map(({ status, total }) => [
    status,
    total,
  ]);

describe("the end of a refund", () => {
  it("without an open refund the trigger requests one of the rest, and the worker processes it", async () => {
    await refund(205n);
    await sweep();
    const { data } = await trigger("payment.refund_rejected");
    expect(data.refund).toMatchObject({ status: "pending", total: "10.00" });
    await sweep();
    await trigger("payment.refunded");
    await sweep();
    expect(await refunds()).toEqual([
      ["refunded", "10.00"],
      ["rejected", "10.00"],
      ["refunded", "2.05"],
    ]);
  });

  it.each([
    ["payment.refunded", "refunded"],
    ["payment.refund_rejected", "rejected"],
  ] as const)("%s chooses the result of a refund that was requested but not sent", async (event, status) => {
    await behave(session, { refund: event === "payment.refunded" ? "reject" : "accept" });
    await refund(205n);
    await trigger(event);
    await sweep();
    expect(await refunds()).toEqual([[status, "2.05"]]);
  });

  it("a refund without an answer ends at once, and its result can no longer be changed", async () => {
    await behave(session, { refund: "no_answer" });
    await refund(205n);
    await sweep();
    await expect(trigger("payment.refund_rejected")).rejects.toMatchObject({
      status: 409,
      message: "The refund of this transaction has already been sent to the gateway.",
    });
    await sweep();
    expect(await refunds()).toEqual([["pending", "2.05"]]);
    await trigger("payment.refunded");
    await sweep();
    expect(await refunds()).toEqual([["refunded", "2.05"]]);
  });

  it("a payment that cannot be refunded refuses the trigger and keeps its simulation", async () => {
    const wasTold = async () =>
      (await db().checkoutSession.findUniqueOrThrow({ where: { id: session.id } })).simulation;
    await refund();
    await sweep();
    await expect(trigger("payment.refund_rejected")).rejects.toMatchObject({
      status: 409,
      message: "The transaction has already been refunded.",
    });
    expect(await wasTold()).toBeNull();
    session = await openSession(shop);
    await pay(session, cards.approved);
    await trigger("payment.chargeback_opened");
    await expect(trigger("payment.refunded")).rejects.toMatchObject({
      status: 409,
      message: "The customer's bank has taken this payment back.",
    });
    session = await openSession(shop);
    await pay(session, cards.approved);
    await expect(trigger("payment.refunded")).rejects.toMatchObject({ status: 403, message: "Insufficient funds." });
    expect(await wasTold()).toBeNull();
  });
});

it("the trigger waits for a worker on the same refund without a deadlock", async () => {
  const { data } = await refund(205n);
  let begin = () => {};
  const asked = new Promise<void>((resolve) => {
    begin = resolve;
  }).then(() => trigger("payment.refunded"));
  const waitingForUs = async () => {
    const [locks] = await db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`;
    return locks?.count;
  };
  await inTransaction(async () => {
    await db().refund.update({ where: { id: data.refund_id }, data: { reason: "locked" } });
    begin();
    await expect.poll(waitingForUs, patiently).toBe(1);
    await lockRefund(data.refund_id);
  });
  expect((await asked).data.refund).toMatchObject({ refund_id: data.refund_id, status: "pending" });
});

it("the trigger acts only on the caller's sandbox transactions; others answer like unknown ones", async () => {
  const missing = { status: 400, message: "The selected transaction id is invalid." };
  const stranger = await openShop();
  caller = { ...caller, accountNumber: stranger.accountNumber };
  for (const event of ["payment.chargeback_opened", "payment.refunded"] as const) {
    await expect(trigger(event)).rejects.toMatchObject(missing);
  }
  caller = { ...caller, accountNumber: shop.accountNumber };
  const live = await openSession(shop);
  await db().checkoutSession.update({
    where: { id: live.id },
    data: { environment: "live", clockOffsetMs: 0n, clockStoppedAt: null },
  });
  await expect(triggerEvent(caller, live.transactionId, { event: "payment.fraud_confirmed" })).rejects.toMatchObject(
    missing,
  );
});
