import type { Detail } from "@/lib/audit/chain";
import { anonymous, recordSignIn } from "@/lib/audit/record";
import { afterAnswer } from "@/lib/http/route/after-answer";

/** The member whose password or code was tried; the account's holder by the account number. */
export type Login = { accountNumber: string; memberId: string };
type FailedAction = "sign_in.failed" | "second_factor.failed";

/** 1, 5, 10, 20, 40, …: an append-only chain must not grow with every guess. */
const isRecorded = (failures: number): boolean => failures === 1 || Number.isInteger(Math.log2(failures / 5));

/**
 * Writes failures into the account's audit chain, after the answer, whose time would tell that the account exists.
 * `failures` counts those of all networks since the counting window began.
 */
export function recordFailure(action: FailedAction, login: Login, detail: Detail & { failures: number }): void {
  if (!isRecorded(detail.failures)) return;
  afterAnswer(() => recordSignIn(anonymous, login.accountNumber, action, { subject: login.memberId, detail }));
}
