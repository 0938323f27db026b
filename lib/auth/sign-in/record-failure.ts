import type { Detail } from "@/lib/audit/chain";
import { anonymous, recordSignIn } from "@/lib/audit/record";
import { afterAnswer } from "@/lib/http/route/after-answer";

/** The member whose password or code was checked. The account holder's member id equals the account number. */
export type Login = { accountNumber: string; memberId: string };
type FailedAction = "sign_in.failed" | "second_factor.failed";

/** Only failures 1, 5, 10, 20, 40, … are recorded, so that guesses do not flood the append-only audit chain. */
const isRecorded = (failures: number): boolean => failures === 1 || Number.isInteger(Math.log2(failures / 5));

/**
 * Records a failed sign-in in the account's audit chain. Writes after the response is sent, so that the response time
 * does not reveal whether the account exists. `failures` counts all networks since the counting window began.
 */
export function recordFailure(action: FailedAction, login: Login, detail: Detail & { failures: number }): void {
  if (!isRecorded(detail.failures)) return;
  afterAnswer(() => recordSignIn(anonymous, login.accountNumber, action, { subject: login.memberId, detail }));
}
