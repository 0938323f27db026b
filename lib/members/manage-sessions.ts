import { recordChange } from "@/lib/audit/record";
import { endTokenFamilies } from "@/lib/auth/tokens/revoke-token";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { later, now } from "@/lib/kit/clock";
import { AppError, selectedInvalid } from "@/lib/kit/errors";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import { requireNotPublicSandbox } from "./sandbox-sign-in";
import { sessionIdleMs, type Viewer } from "./sessions";
import { deleteMemberSessions, findPasswordGrant, listSessionsOf, setPasswordGrant } from "./store";

/** A member's dashboard sessions, and the account's password grant (API tokens for the password). */

/** The public sandbox accounts are shared, so their users see and end only the session of their own browser. */
const ownOf = ({ memberId, sessionId, account }: Viewer) =>
  isSandboxSeed(account.number) ? { memberId, AND: { id: sessionId } } : { memberId };

export type OwnSession = Awaited<ReturnType<typeof listSessions>>[number];

export async function listSessions(viewer: Viewer) {
  const at = now();
  const rows = await listSessionsOf(ownOf(viewer), at, later(-sessionIdleMs, at));
  return rows.map((row) => ({ ...row, isThis: row.id === viewer.sessionId }));
}

export async function endOneSession(viewer: Viewer, caller: Caller, id: string) {
  await inTransaction(async () => {
    if ((await deleteMemberSessions({ ...ownOf(viewer), id })) === 0) throw selectedInvalid("session_id");
    await recordChange(caller, "sessions.ended", { subject: viewer.memberId, detail: { session: id } });
  });
  return { message: "OK" as const };
}

/** Ends every session of the member, including the current one. */
export async function endSessions(viewer: Viewer, caller: Caller) {
  await inTransaction(async () => {
    await deleteMemberSessions(ownOf(viewer));
    await recordChange(caller, "sessions.ended", { subject: viewer.memberId });
  });
  return { message: "OK" as const };
}

export const passwordGrantOf = ({ account }: Viewer) => findPasswordGrant(account.number);

/** Switching the password grant off also ends the tokens that it granted. API keys keep working. */
export async function switchPasswordGrant(caller: Caller, { isOn }: { isOn: boolean }) {
  const { accountNumber } = caller;
  requireNotPublicSandbox(accountNumber);
  await inTransaction(async () => {
    if (!(await setPasswordGrant(accountNumber, isOn)))
      throw new AppError("conflict", "The account's holder needs a second factor first.", {
        refusal: { reason: "holder_needs_second_factor" },
      });
    if (!isOn) await endTokenFamilies(accountNumber);
    await recordChange(caller, "password_grant.changed", { detail: { is_on: isOn } });
  });
  return { message: "OK" as const };
}
