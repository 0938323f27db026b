import type { Detail } from "@/lib/audit/chain";
import { anonymous, recordSignIn } from "@/lib/audit/record";
import { log } from "@/lib/kit/log";

/** The member whose password or code was tried; the account's holder by the account number. */
export type Login = { accountNumber: string; memberId: string };
type FailedAction = "sign_in.failed" | "second_factor.failed";

/** One set for the process, although the server and the pages' bundle each load this file. */
const holder = globalThis as typeof globalThis & { tradewindFailures?: Set<Promise<void>> };

function pending(): Set<Promise<void>> {
  holder.tradewindFailures ??= new Set();
  return holder.tradewindFailures;
}

/** 1, 5, 10, 20, 40, …: an append-only chain must not grow with every guess. */
const isRecorded = (failures: number): boolean => failures === 1 || Number.isInteger(Math.log2(failures / 5));

/**
 * Writes failures into the account's audit chain. The answer does not wait for it: its time would tell that the account
 * exists. `failures` counts those of all networks since the counting window began.
 */
export function recordFailure(action: FailedAction, login: Login, detail: Detail & { failures: number }): void {
  if (!isRecorded(detail.failures)) return;
  const written = recordSignIn(anonymous, login.accountNumber, action, { subject: login.memberId, detail })
    .catch((error) => log.error({ err: error, account: login.accountNumber }, "a failed sign-in was not recorded"))
    .finally(() => pending().delete(written));
  pending().add(written);
}

/** For the end of a process, and for tests. */
export async function failuresRecorded(): Promise<void> {
  await Promise.all(pending());
}
