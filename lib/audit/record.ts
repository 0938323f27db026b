import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import type { AuditAction } from "./actions";
import { beginning, type Detail, digestOf } from "./chain";
import { insertEntry, lockChain } from "./store";

type About = { subject?: string; detail?: Detail };

/** Actor of changes made by operator commands. */
export const operator = "operator";
/**
 * The audit chain of changes that belong to no account. It has the form of an account number, but account numbers never
 * begin with 0.
 */
export const platformChain = "0000000000";
/** Actor of a failed sign-in. */
export const anonymous = "anonymous";

/**
 * Adds an audit entry for a change. Call it inside the transaction that makes the change, so that both commit together.
 * Call it last, because the account's audit chain stays locked until the transaction ends.
 */
export function recordChange(caller: Caller, action: AuditAction, about: About = {}): Promise<void> {
  return recordBy(actorOf(caller), caller.accountNumber, action, about);
}

/**
 * Records a change by an actor other than the account's own caller: `operator`, `mail` (a link in a mail), or a caller
 * of another account.
 */
export async function recordBy(
  actor: string,
  accountNumber: string,
  action: AuditAction,
  { subject, detail = {} }: About = {},
): Promise<void> {
  await inTransaction(async () => {
    const end = await lockChain(accountNumber);
    const sequence = (end?.lastSequence ?? 0) + 1;
    const entry = { accountNumber, sequence, at: now(), actor, action, subject: subject ?? null, detail };
    await insertEntry(entry, digestOf(end?.lastDigest ?? beginning, entry));
  });
}

/**
 * Records a token grant, a sign-in or a failed sign-in. Skips the public sandbox accounts: many people share them, so
 * their audit chains would grow without bound and requests would wait for the chain's lock.
 */
export async function recordSignIn(
  actor: string,
  accountNumber: string,
  action: AuditAction,
  about: About,
): Promise<void> {
  if (!isSandboxSeed(accountNumber)) await recordBy(actor, accountNumber, action, about);
}

type Change = About & { actor: string; accountNumber: string; action: AuditAction };

/** Records changes of several accounts. Locks their audit chains in order of account number to avoid deadlocks. */
export async function recordAll(changes: readonly Change[]): Promise<void> {
  const inOrder = changes.toSorted((one, other) => (one.accountNumber < other.accountNumber ? -1 : 1));
  for (const { actor, accountNumber, action, ...about } of inOrder) await recordBy(actor, accountNumber, action, about);
}

export function actorOf({ credential }: Caller): string {
  switch (credential.kind) {
    case "member":
      return `member ${credential.memberId}`;
    case "api-key":
      return `key ${credential.kid}`;
    case "bearer":
      return `token ${credential.familyId}`;
  }
}
