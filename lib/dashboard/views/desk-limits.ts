import { day, minute } from "@/lib/kit/clock";
import type { WaitingKind } from "@/lib/reconciliation/open-cases/waiting-store";

/** How long money may stay open before a person should look at it. */
export const openMoneyLimits: Readonly<Record<WaitingKind, number>> = {
  unknown_attempt: 10 * minute,
  refund: day,
  platform_refund: day,
  withdrawal: day,
  chargeback: 10 * day,
};

export const rejectedRefundLimit = 7 * day;
export const differenceLimit = 2 * day;
