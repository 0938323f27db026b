import { formatAge } from "@/lib/format/durations";
import { now } from "@/lib/kit/clock";
import type { Minor } from "@/lib/kit/money";
import { differenceLimit, openMoneyLimits, rejectedRefundLimit } from "./desk-limits";

/** The exceptions of the operator's desk in one list, the most urgent first. */

/** A payment or withdrawal of a merchant. */
type Case = { transactionId: string; accountNumber: string; currency: string; amount: Minor };

type Lists = {
  stuck: readonly (Case & { waitsFor: string; since: Date; nextAt: Date | null })[];
  chargebacks: readonly (Case & { openedAt: Date })[];
  refunds: readonly (Case & { id: string; status: string; requestedAt: Date })[];
  held: readonly (Case & { since: Date; confirmBy: Date | null })[];
  settlement: {
    differences: readonly {
      day: string;
      subject: string;
      problem: string;
      accountNumber?: string | null | undefined;
    }[];
  } | null;
};

export type ExceptionIcon = "clock" | "undo" | "chargeback" | "pause" | "difference";

type DeskException = {
  key: string;
  icon: ExceptionIcon;
  what: string;
  accountNumber: string | null;
  amount: { amount: Minor; currency: string } | null;
  openFor: string;
  next: { words: string; at: Date | null };
  isOver: boolean;
};

type Found = Omit<DeskException, "openFor" | "isOver"> & { since: Date; limit: number };

const listMax = 20;

/** Sorted by how much of its time limit each has used. */
export function exceptionsOf({ stuck, chargebacks, refunds, held, settlement }: Lists): DeskException[] {
  const found = [
    ...stuck.map(fromStuck),
    ...refunds.map(fromRefund),
    ...chargebacks.map(fromChargeback),
    ...held.map(fromHeld),
    ...(settlement?.differences ?? []).map(fromDifference),
  ];
  const ageOf = (since: Date) => Math.max(0, now().getTime() - since.getTime());
  return found
    .sort((one, other) => ageOf(other.since) / other.limit - ageOf(one.since) / one.limit)
    .slice(0, listMax)
    .map(({ since, limit, ...rest }) => ({
      ...rest,
      openFor: formatAge(ageOf(since)),
      isOver: ageOf(since) > limit,
    }));
}

const ofCase = ({ accountNumber, amount, currency }: Case) => ({ accountNumber, amount: { amount, currency } });

const fromStuck = (one: Lists["stuck"][number]): Found => ({
  ...ofCase(one),
  key: `${one.transactionId} ${one.waitsFor}`,
  icon: "clock",
  what: one.waitsFor === "answer" ? "Payment without an answer" : "Charge not voided",
  since: one.since,
  limit: openMoneyLimits.unknown_attempt,
  next: { words: one.waitsFor === "answer" ? "Next inquiry" : "Next try", at: one.nextAt },
});

function fromRefund(one: Lists["refunds"][number]): Found {
  const isRejected = one.status === "rejected";
  return {
    ...ofCase(one),
    key: one.id,
    icon: "undo",
    what: isRejected ? "Refund rejected by the bank" : "Refund not confirmed",
    since: one.requestedAt,
    limit: isRejected ? rejectedRefundLimit : openMoneyLimits.refund,
    next: { words: isRejected ? "Money is back in the balance" : "We ask the bank again", at: null },
  };
}

const fromChargeback = (one: Lists["chargebacks"][number]): Found => ({
  ...ofCase(one),
  key: `chargeback ${one.transactionId}`,
  icon: "chargeback",
  what: "Chargeback opened",
  since: one.openedAt,
  limit: openMoneyLimits.chargeback,
  next: { words: "Record the bank’s decision below", at: null },
});

const fromHeld = (one: Lists["held"][number]): Found => ({
  ...ofCase(one),
  key: one.transactionId,
  icon: "pause",
  what: "Withdrawal on hold",
  since: one.since,
  limit: openMoneyLimits.withdrawal,
  next: { words: one.confirmBy ? "Owner confirms the payee" : "Release it, see below", at: null },
});

const fromDifference = (one: NonNullable<Lists["settlement"]>["differences"][number]): Found => ({
  key: `${one.subject} ${one.problem}`,
  icon: "difference",
  what: "Difference in the day comparison",
  accountNumber: one.accountNumber ?? null,
  amount: null,
  since: new Date(one.day),
  limit: differenceLimit,
  next: { words: one.problem, at: null },
});
