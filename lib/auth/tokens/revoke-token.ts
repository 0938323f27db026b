import {
  deleteSessionsOf,
  removeMembersOf,
  revokeFamiliesOf,
  revokeFamily,
  revokeKeysOf,
  spendTicketsOf,
} from "@/lib/auth/store";
import type { Caller } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";

export async function revokeToken({ credential }: Caller) {
  if (credential.kind === "bearer") await revokeFamily(credential.familyId, now());
  return { message: "OK" };
}

/**
 * Called when the account holder's password changes. Revokes all tokens, ends all dashboard sessions, and invalidates
 * open password resets, email changes and invitations. API keys keep working.
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

/** Called when an account is deleted. Ends tokens, sessions, API keys, members and email links of the account. */
export async function endCredentials(accountNumber: string): Promise<void> {
  await endTokens(accountNumber);
  await revokeKeysOf(accountNumber, now());
  await removeMembersOf(accountNumber, now());
  await spendTicketsOf(accountNumber, now());
}
