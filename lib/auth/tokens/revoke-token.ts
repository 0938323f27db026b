import {
  deleteSessionsOf,
  removeMembersOf,
  revokeFamiliesOf,
  revokeFamily,
  revokeKeysOf,
  spendTicketsOf,
} from "@/lib/auth/store";
import type { Caller } from "@/lib/http/route/caller";
import { now } from "@/lib/kit/clock";

export async function revokeToken({ credential }: Caller) {
  if (credential.kind === "bearer") await revokeFamily(credential.familyId, now());
  return { message: "OK" };
}

/**
 * After a change of the holder's password: every token ends, everybody is signed out of the dashboard, and no mail of
 * before sets the password once more, changes the address or lets somebody in. API keys go on.
 */
export async function endTokens(accountNumber: string): Promise<void> {
  await spendTicketsOf(accountNumber, now(), {
    OR: [{ kind: "password_reset", memberId: accountNumber }, { kind: { in: ["invitation", "email_change"] } }],
  });
  await endTokenFamilies(accountNumber);
  await deleteSessionsOf(accountNumber);
}

export function endTokenFamilies(accountNumber: string): Promise<void> {
  return revokeFamiliesOf(accountNumber, now());
}

/** When an account ends, so does everything that speaks for it. */
export async function endCredentials(accountNumber: string): Promise<void> {
  await endTokens(accountNumber);
  await revokeKeysOf(accountNumber, now());
  await removeMembersOf(accountNumber, now());
  await spendTicketsOf(accountNumber, now());
}
