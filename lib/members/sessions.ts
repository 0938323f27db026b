import { allowedScopes } from "@/lib/auth/allowed-scopes";
import type { Caller } from "@/lib/http/message/caller";
import { isSwitchedOff } from "@/lib/http/route/public-credentials";
import { hour, later, minute, now } from "@/lib/kit/clock";
import type { Environment } from "@/lib/reference/platforms";
import { roleScopes } from "@/lib/reference/roles";
import type { Scope } from "@/lib/reference/scopes";
import { deleteMemberSessions, findViewer, touchSession, type ViewerRow } from "./store";

/** A dashboard session ends after 15 idle minutes, and after 12 hours in any case. */
export const sessionIdleMs = 15 * minute;
export const sessionLifetimeMs = 12 * hour;
/** `last_seen_at` is written at most once a minute. */
const touchEveryMs = minute;

/** The signed-in member of a dashboard request. */
export type Viewer = ReturnType<typeof toViewer>;

/** The member of a session. Null if the session is unknown or expired, or awaits its second factor. */
export async function findViewerOf(sessionId: string): Promise<Viewer | null> {
  const row = await findRow(sessionId);
  return row && !row.awaitsSecondFactor ? toViewer(row) : null;
}

/** Whether the session's password was accepted and its second factor is still missing. */
export async function isAwaitingCode(sessionId: string): Promise<boolean> {
  return (await findRow(sessionId))?.awaitsSecondFactor ?? false;
}

async function findRow(sessionId: string): Promise<ViewerRow | undefined> {
  const at = now();
  const row = await findViewer(sessionId, at, later(-sessionIdleMs, at));
  if (row && isSwitchedOff(row.accountNumber)) return undefined;
  if (row && at.getTime() - row.lastSeenAt.getTime() > touchEveryMs) await touchSession(sessionId, at);
  return row;
}

export async function endSession(id: string): Promise<void> {
  await deleteMemberSessions({ id });
}

function toViewer(row: ViewerRow) {
  return {
    sessionId: row.sessionId,
    memberId: row.memberId,
    role: row.role,
    /** The member's own name. */
    name: row.memberName ?? `${row.firstName} ${row.lastName}`,
    email: row.memberEmail,
    hasSecondFactor: row.hasSecondFactor,
    account: {
      number: row.accountNumber,
      name: row.displayName ?? `${row.firstName} ${row.lastName}`,
      /** The path of the account's picture. */
      picture: row.pictureId && `/pictures/${row.pictureId}`,
      homePlatform: row.homePlatform,
      isBusiness: row.type === "BUSINESS",
      isOperator: row.isOperator,
      isVerified: row.isVerified,
      canGoLive: !row.sandboxOnly,
      livePlatforms: row.livePlatforms,
      hasConfirmedEmail: row.hasConfirmedEmail,
      hasSupportContact: row.hasSupportContact,
      hasBank: row.hasBank,
    },
    /** The caller that the dashboard passes to use-cases. */
    callerIn: (environment: Environment): Caller => ({
      accountNumber: row.accountNumber,
      accountType: row.type,
      homePlatform: row.homePlatform,
      platforms: row.platforms,
      canGoLive: !row.sandboxOnly,
      scopes: scopesFor(row),
      credential: {
        kind: "member",
        memberId: row.memberId,
        role: row.role,
        sessionId: row.sessionId,
        environment,
      },
    }),
  };
}

function scopesFor({ role, type, mayManageAccounts }: ViewerRow): ReadonlySet<Scope> {
  const all = allowedScopes({ type, mayManageAccounts });
  return new Set(roleScopes[role].filter((scope) => all.has(scope)));
}
