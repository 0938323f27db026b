import { describe, expect, it } from "vitest";
import type { Outcome } from "@/lib/gateway/port";
import { later, minute, second } from "@/lib/kit/clock";
import { judgeRefund, type PaymentToRefund, refundableNow } from "./refund-rules";

const calledAt = new Date("2026-11-15T12:00:00Z");
const judged = (outcome: Outcome, asked: "refund" | "inquiry", seconds: number, inquiries = 0) => {
  const askedAt = later(seconds * second, calledAt);
  return judgeRefund(outcome, { calledAt, askedAt, now: askedAt, inquiries, asked });
};

describe("the gateway's answer", () => {
  it.each<[Outcome, "refund" | "inquiry", number, "refunded" | "rejected" | null]>([
    [{ status: "refunded" }, "refund", 0, "refunded"],
    [{ status: "refunded" }, "inquiry", 90_000, "refunded"],
    [{ status: "declined", code: "05" }, "refund", 0, "rejected"],
    [{ status: "error", reason: "no such charge" }, "refund", 0, "rejected"],
    [{ status: "error", reason: "not allowed to ask" }, "inquiry", 300, null],
    [{ status: "not_found" }, "refund", 0, "rejected"],
    [{ status: "not_found" }, "inquiry", 44, null],
    [{ status: "not_found" }, "inquiry", 45, "rejected"],
    [{ status: "unknown" }, "refund", 15, null],
    [{ status: "unknown" }, "inquiry", 200_000, null],
  ])("%o to a %s after %i s means %s", (outcome, asked, seconds, result) => {
    expect(judged(outcome, asked, seconds).result).toBe(result);
  });

  it("inquires with growing intervals and never gives up while the answer is missing", () => {
    const waits = [0, 1, 2, 3, 4, 5, 50].map((inquiries) => {
      const decision = judged({ status: "unknown" }, "inquiry", 0, inquiries);
      return decision.result === null ? decision.dueAt.getTime() - calledAt.getTime() : 0;
    });
    expect(waits).toEqual([5, 15, 45, 300, 1800, 3600, 3600].map((wait) => wait * second));
    expect(waits.at(-1)).toBe(60 * minute);
  });
});

describe("how much can be refunded now", () => {
  const payment: PaymentToRefund = {
    ...{ purpose: "payment", status: "success", total: 124_950n, customerFee: 4_543n, refunded: 0n },
    ...{ hasOpenRefund: false, refundCount: 0, chargeback: null },
  };

  it.each([
    ["the balance, if it is less than what is left", 0n, 124_950n, { amount: 124_950n, later: 4_543n }],
    ["what is left, if the balance covers it", 0n, 200_000n, { amount: 129_493n, later: 0n }],
    ["what an earlier refund left", 124_950n, 200_000n, { amount: 4_543n, later: 0n }],
    ["the balance, if an earlier refund left more", 100_000n, 1n, { amount: 1n, later: 29_492n }],
  ])("is %s", (_title, refunded, balance, expected) => {
    expect(refundableNow({ ...payment, refunded }, balance)).toMatchObject({ ...expected, obstacle: null });
  });

  it.each<[string, Partial<PaymentToRefund>, bigint]>([
    ["insufficient_funds", {}, 0n],
    ["refund_open", { hasOpenRefund: true }, 0n],
    ["refunded", { refunded: 129_493n }, 0n],
    ["refunds_max", { refundCount: 100 }, 1n],
    ["not_paid", { status: "failed" }, 1n],
    ["taken_back_by_bank", { chargeback: { status: "open" } }, 1n],
    ["test_charge", { purpose: "card_create" }, 1n],
  ])("names the obstacle %s", (obstacle, change, balance) => {
    expect(refundableNow({ ...payment, ...change }, balance).obstacle).toBe(obstacle);
  });
});
