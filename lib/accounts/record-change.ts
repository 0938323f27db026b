import type { AuditAction } from "@/lib/audit/actions";
import type { Detail } from "@/lib/audit/chain";
import { actorOf, recordAll } from "@/lib/audit/record";
import type { Caller } from "@/lib/http/message/caller";

type By = { actor: string; accountNumber: string | undefined };

export const byOf = (caller: Caller): By => ({ actor: actorOf(caller), accountNumber: caller.accountNumber });

/**
 * Records a change in the account's own audit chain. If another account made the change, records it in that account's
 * chain, too.
 */
export function recordAccountChange(by: By, accountNumber: string, action: AuditAction, detail: Detail): Promise<void> {
  const { actor, accountNumber: other } = by;
  const change = { actor, accountNumber, action, subject: accountNumber, detail };
  if (!other || other === accountNumber) return recordAll([change]);
  return recordAll([
    { ...change, actor: `${actor} of account ${other}` },
    { ...change, accountNumber: other },
  ]);
}
