import type { WithdrawalStatus } from "@/lib/reference/stored-values";

/** The statuses of a withdrawal. The trigger `withdrawal_steps` enforces the same transitions. */
export const pending = 0;
export const processing = 1;
export const completed = 2;
export const held = 3;
export const released = 4;
export const refunded = 5;
export const cancelled = 6;

export const statusDescriptions: Readonly<Record<WithdrawalStatus, string>> = {
  [pending]: "Not On ACH File",
  [processing]: "Processing",
  [completed]: "Completed",
  [held]: "Held",
  [released]: "Released",
  [refunded]: "Refunded",
  [cancelled]: "Cancelled",
};

/** For each status, the statuses from which a withdrawal can reach it. */
const sources: Readonly<Record<WithdrawalStatus, readonly WithdrawalStatus[]>> = {
  [pending]: [],
  [processing]: [pending, released],
  [completed]: [processing],
  [held]: [pending],
  [released]: [held],
  [refunded]: [processing],
  [cancelled]: [pending, released],
};

export const sourcesOf = (status: WithdrawalStatus): readonly WithdrawalStatus[] => sources[status];

/** The effect of a new status on the withdrawal's held money: pay it out, return it, or nothing (null). */
export function effectOf(status: WithdrawalStatus): "pay" | "release" | null {
  if (status === completed) return "pay";
  return status === refunded || status === cancelled ? "release" : null;
}
