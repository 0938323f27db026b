import { isPast, minute, second } from "@/lib/kit/clock";
import { timeOfUlid } from "@/lib/kit/ids";
import { declinedCode } from "@/lib/reference/response-codes";
import type { Outcome, RefundRequest, SessionClock } from "../port";
import type { RefundStore } from "./refund-store";

/** What a gateway says about a refund. `open`: its answer leaves open whether the refund was made. */
export type RefundState = { kind: "refunded" } | { kind: "declined"; code: string } | { kind: "open" };

/** What the gateway has of a refund that may have been sent. */
export type FoundRefund =
  | RefundState
  /** The charge has no such refund. */
  | { kind: "absent" }
  /** The gateway did not answer. */
  | { kind: "silent" }
  /** The gateway knows nothing of the charge, which proves nothing: the charge was approved. */
  | { kind: "no_order" };

/** What the rules about refunds need of an adapter. */
type RefundAdapter<Charge> = {
  store: RefundStore;
  findCharge(attemptId: string): Promise<Charge | null>;
  /** Sends a refund, unless `startBy` of `performance.now()` has passed. */
  send(request: RefundRequest, charge: Charge, startBy: number): Promise<RefundState | { kind: "unsent" }>;
  look(charge: Charge, refund: Pick<RefundRequest, "refundId" | "amount">): Promise<FoundRefund>;
  /** No call of `send` takes longer. */
  sendLimitMs: number;
};

/** If this time has passed since the refund was written, it is not sent: another process may have given it up. */
const startWithinMs = 10 * second;
/**
 * A refund that waited this long may have been sent before the database was restored to an earlier point in time. So
 * the gateway is asked first.
 */
const askFirstAfterMs = 10 * minute;
/** Nothing can take back a refund that arrives late, so its absence is believed later than that of a charge. */
const absentAfterMs = 5 * minute;

const refused = (reason: string): Outcome => ({ status: "error", reason });
const unknown: Outcome = { status: "unknown" };

/** The rules about refunds, which are the same for every acquirer: a refund whose answer was lost is not sent again. */
export function createRefunds<Charge>({ store, findCharge, send, look, sendLimitMs }: RefundAdapter<Charge>) {
  async function record(refundId: string, state: RefundState, now: Date): Promise<Outcome> {
    switch (state.kind) {
      case "open":
        return unknown;
      case "refunded":
        await store.recordRefunded(refundId, now);
        return { status: "refunded" };
      case "declined":
        await store.recordDeclined(refundId, { endedAt: now, isoCode: state.code });
        return { status: "declined", code: state.code };
    }
  }

  async function takeBack(refundId: string): Promise<Outcome> {
    await store.deleteUnsent(refundId);
    return { status: "unreachable" };
  }

  async function repeat({ refundId, attemptId, amount }: RefundRequest, now: Date): Promise<Outcome> {
    const known = await store.find(refundId);
    if (!known) return refused("The charge does not allow this refund.");
    const isSame = known.attemptId === attemptId && known.amount === amount;
    return isSame ? inquireAt(refundId, now) : refused("Another refund has this id.");
  }

  async function inquireAt(refundId: string, now: Date): Promise<Outcome> {
    const refund = await store.find(refundId);
    const charge = refund && (await findCharge(refund.attemptId));
    if (!charge) return { status: "not_found" };
    if (refund.status === "refunded") return { status: "refunded" };
    if (refund.status === "declined") return { status: "declined", code: refund.isoCode ?? declinedCode };
    const found = await look(charge, refund);
    if (found.kind === "silent" || found.kind === "no_order") return unknown;
    if (found.kind !== "absent") return record(refundId, found, now);
    if (!isPast(refund.sentAt, sendLimitMs + absentAfterMs, now)) return unknown;
    await store.recordDeclined(refundId, { endedAt: now });
    return { status: "not_found" };
  }

  return {
    /** Refunds a charge in part or in whole. */
    async refund(request: RefundRequest, now: Date): Promise<Outcome> {
      const { refundId, attemptId, amount } = request;
      const charge = await findCharge(attemptId);
      if (!charge) return { status: "not_found" };
      if (amount <= 0n) return refused("The amount must be positive.");
      const startBy = performance.now() + startWithinMs;
      if (!(await store.insert(request, now))) return repeat(request, now);
      if (isPast(timeOfUlid(refundId), askFirstAfterMs, now)) {
        const earlier = await look(charge, request);
        if (earlier.kind === "silent") return takeBack(refundId);
        if (earlier.kind !== "absent" && earlier.kind !== "no_order") return record(refundId, earlier, now);
      }
      const sent = await send(request, charge, startBy);
      return sent.kind === "unsent" ? takeBack(refundId) : record(refundId, sent, now);
    },

    /** The outcome of a refund. */
    async inquire(refundId: string, { timeOf }: SessionClock): Promise<Outcome> {
      const refund = await store.find(refundId);
      return refund ? inquireAt(refundId, await timeOf(refund.attemptId)) : { status: "not_found" };
    },
  };
}
