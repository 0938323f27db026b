import { describe, expect, it } from "vitest";
import type { Outcome } from "@/lib/gateway/port";
import { later, minute, second } from "@/lib/kit/clock";
import { judgeRefund } from "./refund-rules";

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
