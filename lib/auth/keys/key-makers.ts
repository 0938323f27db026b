import { recordChange } from "@/lib/audit/record";
import { findMemberNames, listKeysMadeBy, updateKey } from "@/lib/auth/store";
import type { Caller } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { selectedInvalid } from "@/lib/kit/errors";
import { mailMerchant } from "@/lib/mail/mail-merchant";

/** A member as the creator of an API key: the actor (lib/audit/record.ts), as stored in `api_key.made_by`. */
const makerFor = (memberId: string): string => `member ${memberId}`;

/** The creators of API keys as the dashboard shows them: an email address or "Access token". Null if unknown. */
export async function nameMakers(accountNumber: string, makers: readonly (string | null)[]) {
  const members = await findMemberNames(accountNumber);
  return makers.map((maker) => {
    const [kind, id] = maker?.split(" ") ?? [];
    if (kind === "member") return members.get(id ?? "") ?? null;
    return kind === "token" ? "Access token" : null;
  });
}

export type MadeKey = { kid: string; name: string; environment: string };

/** Lists the active API keys that each of these members created. */
export async function listMadeKeys(accountNumber: string, memberIds: readonly string[]) {
  const rows = await listKeysMadeBy(accountNumber, memberIds.map(makerFor), now());
  const madeBy = (memberId: string): MadeKey[] =>
    rows
      .filter((row) => row.madeBy === makerFor(memberId))
      .map(({ kid, name, environment }) => ({ kid, name, environment }));
  return new Map(memberIds.map((memberId) => [memberId, madeBy(memberId)]));
}

/**
 * Revokes API keys that a member created, in both environments. Refuses keys of another creator. Call inside the
 * transaction that removes the member.
 */
export async function revokeMadeKeys(caller: Caller, memberId: string, kids: readonly string[]): Promise<void> {
  const { accountNumber } = caller;
  const made = await listKeysMadeBy(accountNumber, [makerFor(memberId)], now());
  const chosen = made.filter(({ kid }) => kids.includes(kid));
  if (chosen.length < kids.length) throw selectedInvalid("revoke_kids");
  for (const key of chosen) {
    await updateKey({ accountNumber }, key.kid, now(), { revokedAt: now() });
    await mailMerchant.keyRevoked(accountNumber, key);
  }
  // Writes to the audit chain after all keys are locked. Other changes of API keys use the same lock order.
  for (const { kid, name, environment } of chosen) {
    await recordChange(caller, "api_key.revoked", { subject: kid, detail: { name, environment, made_by: memberId } });
  }
}
