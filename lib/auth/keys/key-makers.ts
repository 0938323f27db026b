import { recordChange } from "@/lib/audit/record";
import { findMemberNames, listKeysMadeBy, updateKey } from "@/lib/auth/store";
import type { Caller } from "@/lib/http/route/caller";
import { now } from "@/lib/kit/clock";
import { selectedInvalid } from "@/lib/kit/errors";
import { mailMerchant } from "@/lib/mail/mail-merchant";

/** The maker of a key, as stored in `api_key.made_by`. */
export function makerOf({ credential }: Caller): string {
  switch (credential.kind) {
    case "member":
      return makerFor(credential.memberId);
    case "bearer":
      return `token ${credential.familyId}`;
    case "api-key":
      return `key ${credential.kid}`;
  }
}

const makerFor = (memberId: string): string => `member ${memberId}`;

/** The makers as the dashboard names them; null for an unknown maker. */
export async function nameMakers(accountNumber: string, makers: readonly (string | null)[]) {
  const members = await findMemberNames(accountNumber);
  return makers.map((maker) => {
    const [kind, id] = maker?.split(" ") ?? [];
    if (kind === "member") return members.get(id ?? "") ?? null;
    return kind === "token" ? "Access token" : null;
  });
}

export type MadeKey = { kid: string; name: string; environment: string };

/** The active keys that each of these members made. */
export async function listMadeKeys(accountNumber: string, memberIds: readonly string[]) {
  const rows = await listKeysMadeBy(accountNumber, memberIds.map(makerFor), now());
  const madeBy = (memberId: string): MadeKey[] =>
    rows
      .filter((row) => row.madeBy === makerFor(memberId))
      .map(({ kid, name, environment }) => ({ kid, name, environment }));
  return new Map(memberIds.map((memberId) => [memberId, madeBy(memberId)]));
}

/**
 * Revokes keys that a member made, in both environments. Runs in the transaction that removes the member; a kid of
 * another maker is refused.
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
  // Locks the audit chain last, after every key, as all other changes of keys do.
  for (const { kid, name, environment } of chosen) {
    await recordChange(caller, "api_key.revoked", { subject: kid, detail: { name, environment, made_by: memberId } });
  }
}
