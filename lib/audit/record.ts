import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/route/caller";
import { now } from "@/lib/kit/clock";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import type { AuditAction } from "./actions";
import { beginning, type Detail, digestOf } from "./chain";
import { insertEntry, lockChain } from "./store";

type About = { subject?: string; detail?: Detail };

/** The house itself, by its commands. */
export const operator = "operator";
/** Actor of a failed sign-in. */
export const anonymous = "anonymous";

/**
 * Writes a change down in the transaction that makes it: there is neither without the other. The last thing such a
 * transaction does, because the account's chain is locked from here to its end.
 */
export function recordChange(caller: Caller, action: AuditAction, about: About = {}): Promise<void> {
  return recordBy(actorOf(caller), caller.accountNumber, action, about);
}

/** For whoever is no caller: `operator`, `mail` (somebody who read one), or somebody who changes another's account. */
export async function recordBy(
  actor: string,
  accountNumber: string,
  action: AuditAction,
  { subject, detail = {} }: About = {},
): Promise<void> {
  await inTransaction(async () => {
    const end = await lockChain(accountNumber);
    const sequence = (end?.last_sequence ?? 0) + 1;
    const entry = { accountNumber, sequence, at: now(), actor, action, subject: subject ?? null, detail };
    await insertEntry(entry, digestOf(end?.last_digest ?? beginning, entry));
  });
}

/**
 * Records a grant, a sign-in or a failed one. Those of the public sandbox accounts are left out: everybody uses these
 * accounts, so their chains would grow without bound, and everybody would wait for their lock.
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

/** Of several accounts. Chains are locked in one order, so that of two such transactions neither waits for the other. */
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
