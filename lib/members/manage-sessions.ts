import { recordChange } from "@/lib/audit/record";
import { endTokenFamilies } from "@/lib/auth/tokens/revoke-token";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/route/caller";
import { later, now } from "@/lib/kit/clock";
import { AppError, selectedInvalid } from "@/lib/kit/errors";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { keepSandboxSignIn } from "./sandbox-sign-in";
import { idleFor, type Viewer } from "./sessions";
import { deleteMemberSessions, findPasswordGrant, listSessionsOf, setPasswordGrant } from "./store";

/** Wherever somebody is signed in to the dashboard; and whether a password opens tokens beside it. */

/** Many are signed in to the public sandbox accounts: there, one's own browser is all that is one's own. */
const ownOf = ({ memberId, sessionId, account }: Viewer) =>
  isSandboxSeed(account.number) ? { memberId, AND: { id: sessionId } } : { memberId };

export async function listSessions(viewer: Viewer) {
  const at = now();
  const rows = await listSessionsOf(ownOf(viewer), at, later(-idleFor, at));
  return rows.map(({ id, address, userAgent, createdAt, lastSeenAt }) => ({
    id,
    address,
    userAgent,
    createdAt,
    lastSeenAt,
    isThis: id === viewer.sessionId,
  }));
}

export async function endOneSession(viewer: Viewer, caller: Caller, id: string) {
  await inTransaction(async () => {
    if ((await deleteMemberSessions({ ...ownOf(viewer), id })) === 0) throw selectedInvalid("session_id");
    await recordChange(caller, "sessions.ended", { subject: viewer.memberId, detail: { session: id } });
  });
  return { message: "OK" as const };
}

/** This one too. */
export async function endSessions(viewer: Viewer, caller: Caller) {
  await inTransaction(async () => {
    await deleteMemberSessions(ownOf(viewer));
    await recordChange(caller, "sessions.ended", { subject: viewer.memberId });
  });
  return { message: "OK" as const };
}

export const passwordGrantOf = ({ account }: Viewer) => findPasswordGrant(account.number);

/** Off, the password opens no tokens any more, and those that it opened end. API keys go on. */
export async function switchPasswordGrant(caller: Caller, isOn: boolean) {
  const { accountNumber } = caller;
  keepSandboxSignIn(accountNumber);
  await inTransaction(async () => {
    if (!(await setPasswordGrant(accountNumber, isOn)))
      throw new AppError("conflict", "The account's holder needs a second factor first.");
    if (!isOn) await endTokenFamilies(accountNumber);
    await recordChange(caller, "password_grant.changed", { detail: { is_on: isOn } });
  });
  return { message: "OK" as const };
}
