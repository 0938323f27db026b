import { beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import { db } from "@/lib/db/client";
import { log } from "@/lib/kit/log";
import { parseMinor } from "@/lib/kit/money";
import { giveOpeningBalance } from "@/lib/ledger/post";
import { findBalances } from "@/lib/ledger/store";
import { retrieveRefundable, retrieveTransaction } from "@/lib/transactions/history/read-transactions";
import { callerOf } from "@/tests/support/http/withdrawals";
import {
  behave,
  cards,
  lastAttemptOf,
  openSession,
  openShop,
  pass,
  pay,
  recordOf,
  sweep,
  type TestSession,
  timelineOf,
} from "@/tests/support/in-process/checkout";
import { callClaimedRefund } from "./process-refunds";
import { claimRefunds, type DueRefund } from "./refund-store";
import { requestRefund } from "./request-refund";

let shop: Merchant;
let session: TestSession;

/** Each test starts with a payment of 10.00 that debited 12.05 from the customer. */
beforeEach(async () => {
  shop = await openShop({ refusesPaidOrders: true });
  session = await openSession(shop);
  await pay(session, cards.approved);
});

const caller = () => callerOf(shop.accountNumber);
const refund = (amount?: string, reason?: string) =>
  requestRefund(caller(), "sandbox", session.transactionId, {
    amount: amount ? (parseMinor(amount) ?? 0n) : undefined,
    reason,
  });
const record = async () => (await retrieveTransaction(caller(), "sandbox", session.transactionId)).data;
const deposit = (amount: bigint) =>
  giveOpeningBalance(
    { accountNumber: shop.accountNumber, environment: "sandbox", currency: "TTD" },
    session.id,
    amount,
  );

async function balance() {
  const [row] = await findBalances(shop.accountNumber, "sandbox");
  return [row?.available, row?.held];
}

/** Returns the amount that the sandbox acquirer refunded for the charge of this session. */
async function givenBack(): Promise<bigint> {
  const refunds = await db().sandboxRefund.findMany({ where: { chargeId: await lastAttemptOf(session) } });
  return refunds.reduce((total, { amount }) => total + amount, 0n);
}

describe("a refund", () => {
  it("a full refund holds the amount debited at request time, keeps the fees, and is processed by the worker", async () => {
    expect(await balance()).toEqual([1000n, 0n]);
    await expect(refund()).rejects.toMatchObject({ status: 403, message: "Insufficient funds." });
    await deposit(300n);
    const { data } = await refund(undefined, "Out of stock");
    expect(data.status).toBe("pending");
    expect(await balance()).toEqual([95n, 1205n]);
    expect((await record()).refund).toMatchObject({ refund_id: data.refund_id, status: "pending", total: "12.05" });

    await sweep();
    expect(await balance()).toEqual([95n, 0n]);
    expect(await givenBack()).toBe(1205n);
    expect((await record()).refund).toMatchObject({ refund_id: data.refund_id, status: "refunded" });
    expect((await timelineOf(session)).slice(-2)).toEqual(["refund_requested", "refund_refunded"]);
  });

  it("the amount that is shown as possible now is accepted, and 0.01 more is refused", async () => {
    const shown = async () => retrieveRefundable(caller(), "sandbox", session.transactionId);
    expect(await shown()).toMatchObject({ rest: "12.05", now: "10.00", later: "2.05", obstacle: null });
    await expect(refund("10.01")).rejects.toMatchObject({ status: 403, message: "Insufficient funds." });
    await refund("10.00");
    expect(await shown()).toMatchObject({ obstacle: "refund_open" });
    await sweep();
    expect(await shown()).toMatchObject({ now: "0.00", later: "2.05", obstacle: "insufficient_funds" });
    await deposit(5n);
    expect(await shown()).toMatchObject({ now: "0.05", later: "2.00", obstacle: null });
  });

  it("partial refunds may be repeated up to the amount debited", async () => {
    await deposit(300n);
    for (const amount of ["5.00", "7.00"]) {
      await refund(amount);
      await sweep();
    }
    await expect(refund("0.06")).rejects.toThrow("The amount may not be greater than 0.05, which is left to refund.");
    await refund();
    await sweep();
    await expect(refund()).rejects.toThrow("The transaction has already been refunded.");
    expect(await givenBack()).toBe(1205n);
    expect((await record()).refunds.map(({ total }) => total)).toEqual(["0.05", "7.00", "5.00"]);
  });

  it("a refund is refused while another one is open", async () => {
    await refund("1.00");
    await expect(refund("1.00")).rejects.toThrow("A refund of this transaction is already open.");
    await sweep();
    await refund("1.00");
  });

  it("a rejected refund releases the hold and may be requested again", async () => {
    await behave(session, { refund: "reject" });
    await refund("10.00");
    await sweep();
    expect(await balance()).toEqual([1000n, 0n]);
    expect(await record()).toMatchObject({ refund: { status: "rejected" }, status: "success" });
    expect(await givenBack()).toBe(0n);
    await behave(session, { refund: "accept" });
    await refund("10.00");
    await sweep();
    expect((await record()).refunds.map(({ status }) => status)).toEqual(["refunded", "rejected"]);
  });

  it("a payment allows 100 refund requests, rejected ones included", async () => {
    const attemptId = await lastAttemptOf(session);
    const ended = { status: "rejected", dueAt: null, requestedAt: new Date(0), endedAt: new Date(0) } as const;
    const rejected = Array.from({ length: 99 }, (_, index) => ({
      ...{ id: `rejected ${index}`, sessionId: session.id, attemptId, amount: 100n },
      ...ended,
    }));
    await db().refund.createMany({ data: rejected });
    await refund("1.00");
    await sweep();
    await expect(refund("1.00")).rejects.toMatchObject({
      status: 400,
      message: "100 refunds of this transaction were requested already, which is the limit.",
    });
  });

  it("a refund without an answer is inquired about and never sent again", async () => {
    await behave(session, { refund: "no_answer" });
    const { data } = await refund("10.00");
    await sweep();
    expect((await record()).refund?.status).toBe("pending");
    expect(await balance()).toEqual([0n, 1000n]);
    await pass(session, 5_000);
    await sweep();
    expect((await record()).refund?.status).toBe("refunded");
    expect(await givenBack()).toBe(1000n);
    expect(await db().refund.findUniqueOrThrow({ where: { id: data.refund_id } })).toMatchObject({ inquiries: 1 });
  });

  it("a refund unknown to the gateway is inquired about for 45 seconds, then rejected and released", async () => {
    const { data } = await refund("10.00");
    // Simulates a worker that marked the refund as sent and died before it called the gateway.
    const { clockStoppedAt: at } = await recordOf(session);
    await db().refund.update({ where: { id: data.refund_id }, data: { status: "sent", calledAt: at, dueAt: at } });
    await sweep();
    expect((await record()).refund?.status).toBe("pending");
    await pass(session, 44_000);
    await sweep();
    expect((await record()).refund?.status).toBe("pending");
    await pass(session, 60_000);
    await sweep();
    expect((await record()).refund?.status).toBe("rejected");
    expect(await balance()).toEqual([1000n, 0n]);
    expect(await givenBack()).toBe(0n);
  });

  it("a full refund frees the order for another payment, a partial one does not", async () => {
    const again = async () => {
      const next = await openSession(shop, { orderId: session.orderId });
      return pay(next, cards.approved);
    };
    await deposit(300n);
    await refund("12.04");
    await sweep();
    await expect(again()).rejects.toThrow("This order has already been paid.");
    await refund();
    await expect(again()).rejects.toThrow("This order has already been paid.");
    await sweep();
    expect((await again()).state).toBe("finalised");
  });
});

describe("a paused worker", () => {
  it("does not send a refund that was rejected meanwhile", async () => {
    const { data } = await refund("10.00");
    const [claimed] = await claimRefunds(1);
    await pass(session, 60_000);
    await sweep();
    expect((await record()).refund).toMatchObject({ refund_id: data.refund_id, status: "rejected" });
    await callClaimedRefund(claimed as DueRefund, performance.now() - 11_000);
    expect(await givenBack()).toBe(0n);
  });

  it("records a contradiction for the operator if the gateway carried out a rejected refund", async () => {
    await refund("10.00");
    const [claimed] = await claimRefunds(1);
    await pass(session, 60_000);
    await sweep();
    const complaints = vi.spyOn(log, "error");
    await callClaimedRefund(claimed as DueRefund, performance.now());
    expect(await givenBack()).toBe(1000n);
    expect((await timelineOf(session)).at(-1)).toBe("refund_contradicted");
    expect(complaints).toHaveBeenCalledOnce();
    expect(await balance()).toEqual([1000n, 0n]);
    complaints.mockRestore();
  });
});

describe("refunds are refused for", () => {
  it("a failed or unfinished payment", async () => {
    const other = await openSession(shop);
    const asked = () => requestRefund(caller(), "sandbox", other.transactionId, {});
    await expect(asked()).rejects.toThrow("Only a successful transaction can be refunded.");
    await pay(other, cards.declined);
    await expect(asked()).rejects.toThrow("Only a successful transaction can be refunded.");
  });

  it("payments of another merchant or environment and unknown ones, with the same answer", async () => {
    const stranger = await openShop();
    const asked = [
      requestRefund(callerOf(stranger.accountNumber), "sandbox", session.transactionId, {}),
      requestRefund(caller(), "live", session.transactionId, {}),
      requestRefund(caller(), "sandbox", "SB-01M7F61JK17BWFPG6NYTHBQ2XE", {}),
    ];
    for (const answer of await Promise.allSettled(asked)) {
      expect(answer).toMatchObject({ reason: { status: 400, message: "The selected transaction id is invalid." } });
    }
  });

  it("an amount of zero", async () => {
    await expect(refund("0.00")).rejects.toThrow("The amount must be greater than 0.");
  });
});

describe("parallel requests", () => {
  const requests = inject("isDeep") ? 20 : 8;
  it("parallel requests never refund more than was debited", async () => {
    await deposit(100_000n);
    for (let round = 0; round < 6; round++) {
      const results = await Promise.allSettled(Array.from({ length: requests }, () => refund("3.00")));
      expect(results.filter(({ status }) => status === "fulfilled").length).toBe(round < 4 ? 1 : 0);
      await Promise.all([sweep(), sweep(), sweep()]);
    }
    expect(await givenBack()).toBe(1200n);
    expect(await recordOf(session)).toMatchObject({ refunded: 1200n });
  });

  it("the database refuses refunds over the amount debited", async () => {
    await expect(db().checkoutSession.update({ where: { id: session.id }, data: { refunded: 1206n } })).rejects.toThrow(
      "checkout_session_refunded_check",
    );
  });
});
