import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { AccountType, Platform } from "@/lib/reference/platforms";
import type { Role } from "@/lib/reference/roles";

/* Who signs in. */

export type MemberSignInRow = {
  account_number: string;
  member_id: string;
  passwordHash: string;
  has_second_factor: boolean;
  /** A credential with fewer scopes than its account's set the password (lib/auth/allowed-scopes.ts). */
  is_limited: boolean;
};

/** Who confirmed the address, alone; else the accounts that have it unconfirmed, which are three at most. */
export function findForSignIn(email: string): Promise<MemberSignInRow[]> {
  return query<MemberSignInRow>(
    "find-for-sign-in",
    `SELECT a.account_number, a.account_number AS member_id, a.password_hash AS "passwordHash",
       m.totp_since IS NOT NULL AS has_second_factor, cardinality(a.scope_ceiling) > 0 AS is_limited, a.created_at
     FROM account a LEFT JOIN member m ON m.id = a.account_number WHERE a.email = $1 AND a.deleted_at IS NULL
     UNION ALL
     SELECT m.account_number, m.id, m.password_hash, m.totp_since IS NOT NULL, false, m.created_at
     FROM member m JOIN account a USING (account_number)
     WHERE m.email = $1 AND m.removed_at IS NULL AND a.deleted_at IS NULL
     ORDER BY created_at`,
    [email],
  );
}

export async function findPasswordHash(memberId: string): Promise<string> {
  const [row] = await query<{ password_hash: string }>(
    "find-password-hash",
    `SELECT coalesce(m.password_hash, a.password_hash) AS password_hash
     FROM member m JOIN account a USING (account_number) WHERE m.id = $1`,
    [memberId],
  );
  return row?.password_hash ?? "";
}

export async function lockAccountShared(accountNumber: string): Promise<void> {
  await query("lock-account", "SELECT FROM account WHERE account_number = $1 FOR NO KEY UPDATE", [accountNumber]);
}

/** The holder's row, which its first sign-in makes. */
export async function ensureHolder(accountNumber: string, createdAt: Date): Promise<void> {
  const holder = { id: accountNumber, accountNumber, role: "owner", createdAt } as const;
  await db().member.createMany({ data: [holder], skipDuplicates: true });
}

export type Person = { accountNumber: string; memberId: string };

/** The holder signs in with the account's own email and password. */
export const isHolder = ({ accountNumber, memberId }: Person): boolean => memberId === accountNumber;

/**
 * The holder followed the link of a reset, which confirms the address, too. The scopes of the credential that had set the
 * password no longer limit it. False where the account has another address by now.
 */
export async function resetHolderPassword(
  accountNumber: string,
  email: string,
  passwordHash: string,
  at: Date,
): Promise<boolean> {
  const rows = await query(
    "reset-holder-password",
    `UPDATE account SET password_hash = $3, scope_ceiling = address_ceiling,
       email_confirmed_at = coalesce(email_confirmed_at, $4::timestamptz)
     WHERE account_number = $1 AND email = $2 AND deleted_at IS NULL RETURNING 1`,
    [accountNumber, email, passwordHash, at.toISOString()],
  );
  return rows.length === 1;
}

/** False where the address, or the password, is another one by now, or nobody is there any more. */
export async function replacePassword(
  person: Person,
  from: { email: string } | { passwordHash: string },
  passwordHash: string,
): Promise<boolean> {
  const { accountNumber, memberId } = person;
  const { count } = isHolder(person)
    ? await db().account.updateMany({ where: { ...from, accountNumber, deletedAt: null }, data: { passwordHash } })
    : await db().member.updateMany({
        where: { ...from, id: memberId, accountNumber, removedAt: null },
        data: { passwordHash },
      });
  return count === 1;
}

/** Off only where the holder has a second factor. */
export async function setPasswordGrant(accountNumber: string, isOn: boolean): Promise<boolean> {
  const rows = await query(
    "set-password-grant",
    `UPDATE account SET password_grant = $2 WHERE account_number = $1 AND deleted_at IS NULL
       AND ($2 OR EXISTS (SELECT FROM member WHERE id = $1 AND totp_since IS NOT NULL)) RETURNING 1`,
    [accountNumber, isOn],
  );
  return rows.length === 1;
}

/** False where it was on already. */
export async function restorePasswordGrant(accountNumber: string): Promise<boolean> {
  const where = { accountNumber, passwordGrant: false };
  const { count } = await db().account.updateMany({ where, data: { passwordGrant: true } });
  return count === 1;
}

/** Whether passwords open tokens, and whether they need to: the holder may have a second factor. */
export async function findPasswordGrant(accountNumber: string): Promise<{ isOn: boolean; canBeOff: boolean }> {
  const { passwordGrant } = await db().account.findUniqueOrThrow({
    where: { accountNumber },
    select: { passwordGrant: true },
  });
  const withFactor = await db().member.count({ where: { id: accountNumber, totpSince: { not: null } } });
  return { isOn: passwordGrant, canBeOff: withFactor === 1 };
}

/* Browsers that are signed in. */

/**
 * Opened only while password and second factor are still those that were read: a change of either ends every session
 * there is.
 */
export async function insertSession(
  data: Prisma.DashboardSessionUncheckedCreateInput,
  passwordHash: string,
): Promise<boolean> {
  const [row] = await query(
    "still-its-password",
    `SELECT 1 AS here FROM account a JOIN member m ON m.id = $2
     WHERE a.account_number = $1 AND a.deleted_at IS NULL AND m.removed_at IS NULL
       AND coalesce(m.password_hash, a.password_hash) = $3 AND (m.totp_since IS NOT NULL) = $4 FOR SHARE`,
    [data.accountNumber, data.memberId, passwordHash, data.awaitsSecondFactor === true],
  );
  if (row) await db().dashboardSession.create({ data });
  return row !== undefined;
}

export type ViewerRow = {
  session_id: string;
  member_id: string;
  role: Role;
  member_email: string;
  member_name: string | null;
  awaits_second_factor: boolean;
  has_second_factor: boolean;
  last_seen_at: Date;
  account_number: string;
  type: AccountType;
  email: string;
  first_name: string;
  last_name: string;
  display_name: string | null;
  home_platform: Platform;
  platforms: Platform[];
  live_platforms: Platform[];
  sandbox_only: boolean;
  may_manage_accounts: boolean;
  is_operator: boolean;
  is_verified: boolean;
};

/** Whoever a session belongs to, if it is neither over nor was left alone for too long. One statement: every page needs it. */
export async function findViewer(sessionId: string, at: Date, seenAfter: Date): Promise<ViewerRow | undefined> {
  const [row] = await query<ViewerRow>(
    "find-viewer",
    `SELECT s.id AS session_id, m.id AS member_id, m.role::text, coalesce(m.email, a.email, '') AS member_email,
       m.name AS member_name, s.awaits_second_factor, m.totp_since IS NOT NULL AS has_second_factor, s.last_seen_at,
       a.account_number, a.type::text, a.email, a.first_name, a.last_name, t.display_name, a.home_platform::text,
       a.platforms::text[], a.live_platforms::text[], a.sandbox_only, a.may_manage_accounts, a.is_operator,
       a.verified_at IS NOT NULL AS is_verified
     FROM dashboard_session s JOIN member m ON m.id = s.member_id
       JOIN account a ON a.account_number = m.account_number LEFT JOIN merchant_settings t ON t.account_number = a.account_number
     WHERE s.id = $1 AND s.ends_at > $2 AND s.last_seen_at > $3 AND m.removed_at IS NULL AND a.deleted_at IS NULL`,
    [sessionId, at, seenAfter],
  );
  return row;
}

export async function touchSession(id: string, at: Date): Promise<void> {
  await query("touch-session", "UPDATE dashboard_session SET last_seen_at = $2 WHERE id = $1", [id, at]);
}

export async function deleteMemberSessions(where: Prisma.DashboardSessionWhereInput): Promise<number> {
  const { count } = await db().dashboardSession.deleteMany({ where });
  return count;
}

export function listSessionsOf(whose: Prisma.DashboardSessionWhereInput, at: Date, seenAfter: Date) {
  return db().dashboardSession.findMany({
    where: { ...whose, awaitsSecondFactor: false, endsAt: { gt: at }, lastSeenAt: { gt: seenAfter } },
    orderBy: { lastSeenAt: "desc" },
  });
}

type PendingRow = { account_number: string; member_id: string; code_tries: number };

/** Counts a try at the second factor before it is looked at: whoever sends many at once has no more of them. */
export async function claimCodeAttempt(id: string, at: Date, max: number): Promise<PendingRow | undefined> {
  const [row] = await query<PendingRow>(
    "take-code-try",
    `UPDATE dashboard_session SET code_tries = code_tries + 1
     WHERE id = $1 AND awaits_second_factor AND ends_at > $2 AND code_tries < $3
     RETURNING account_number, member_id, code_tries`,
    [id, at, max],
  );
  return row;
}

/** The session that waited is one under another id from now on; false where it was ended meanwhile. */
export async function completeSession(id: string, newId: string, at: Date, endsAt: Date): Promise<boolean> {
  const { count } = await db().dashboardSession.updateMany({
    where: { id, awaitsSecondFactor: true },
    data: { id: newId, awaitsSecondFactor: false, createdAt: at, lastSeenAt: at, endsAt },
  });
  return count === 1;
}
