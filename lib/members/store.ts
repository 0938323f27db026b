import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { sql } from "@/lib/db/sql";
import type { AccountType, Platform } from "@/lib/reference/platforms";
import type { Role } from "@/lib/reference/roles";

/* The functions below serve the sign-in. */

export type MemberSignInRow = {
  accountNumber: string;
  memberId: string;
  passwordHash: string;
  hasSecondFactor: boolean;
  /** True if a credential with fewer scopes than the account set the password (lib/auth/allowed-scopes.ts). */
  isLimited: boolean;
};

/**
 * Finds the account or member that confirmed the email address. If none did, finds the accounts, at most three, that
 * have the address unconfirmed.
 */
export function findForSignIn(email: string): Promise<MemberSignInRow[]> {
  return query<MemberSignInRow>(sql`
    SELECT a.account_number, a.account_number AS member_id, a.password_hash,
      m.totp_since IS NOT NULL AS has_second_factor, cardinality(a.scope_ceiling) > 0 AS is_limited, a.created_at
    FROM account a LEFT JOIN member m ON m.id = a.account_number WHERE a.email = ${email} AND a.deleted_at IS NULL
    UNION ALL
    SELECT m.account_number, m.id, m.password_hash, m.totp_since IS NOT NULL, false, m.created_at
    FROM member m JOIN account a USING (account_number)
    WHERE m.email = ${email} AND m.removed_at IS NULL AND a.deleted_at IS NULL
    ORDER BY created_at`);
}

export async function findPasswordHash(memberId: string): Promise<string> {
  const [row] = await query<{ passwordHash: string }>(sql`
    SELECT coalesce(m.password_hash, a.password_hash) AS password_hash
    FROM member m JOIN account a USING (account_number) WHERE m.id = ${memberId}`);
  return row?.passwordHash ?? "";
}

export async function lockAccountShared(accountNumber: string): Promise<void> {
  await query(sql`SELECT FROM account WHERE account_number = ${accountNumber} FOR NO KEY UPDATE`);
}

/** Creates the member row of the account holder at the first sign-in. */
export async function ensureHolder(accountNumber: string, createdAt: Date): Promise<void> {
  const holder = { id: accountNumber, accountNumber, role: "owner", createdAt } as const;
  await db().member.createMany({ data: [holder], skipDuplicates: true });
}

export type Person = { accountNumber: string; memberId: string };

/** Whether a member is the account holder, who signs in with the account's own email and password. */
export const isHolder = ({ accountNumber, memberId }: Person): boolean => memberId === accountNumber;

/**
 * Sets the password of an account holder who followed the link of a password reset, which also confirms the address.
 * The scopes of the credential that set the old password no longer limit the account. Returns false if the account's
 * address has changed.
 */
export async function resetHolderPassword(
  accountNumber: string,
  email: string,
  passwordHash: string,
  at: Date,
): Promise<boolean> {
  const rows = await query(sql`
    UPDATE account SET password_hash = ${passwordHash}, scope_ceiling = address_ceiling,
      email_confirmed_at = coalesce(email_confirmed_at, ${at}::timestamptz)
    WHERE account_number = ${accountNumber} AND email = ${email} AND deleted_at IS NULL RETURNING 1`);
  return rows.length === 1;
}

/** Returns false if the address or the password has changed in the meantime, or the account or member was removed. */
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

/** Switches the password grant on or off. It can be switched off only if the account holder has a second factor. */
export async function setPasswordGrant(accountNumber: string, isOn: boolean): Promise<boolean> {
  const rows = await query(sql`
    UPDATE account SET password_grant = ${isOn} WHERE account_number = ${accountNumber} AND deleted_at IS NULL
      AND (${isOn} OR EXISTS (SELECT FROM member WHERE id = ${accountNumber} AND totp_since IS NOT NULL)) RETURNING 1`);
  return rows.length === 1;
}

/** Switches the password grant on again. Returns false if it was already on. */
export async function restorePasswordGrant(accountNumber: string): Promise<boolean> {
  const where = { accountNumber, passwordGrant: false };
  const { count } = await db().account.updateMany({ where, data: { passwordGrant: true } });
  return count === 1;
}

/** Whether the password grant is on, and whether it can be off: only if the account holder has a second factor. */
export async function findPasswordGrant(accountNumber: string): Promise<{ isOn: boolean; canBeOff: boolean }> {
  const { passwordGrant } = await db().account.findUniqueOrThrow({
    where: { accountNumber },
    select: { passwordGrant: true },
  });
  const withFactor = await db().member.count({ where: { id: accountNumber, totpSince: { not: null } } });
  return { isOn: passwordGrant, canBeOff: withFactor === 1 };
}

/* The functions below store dashboard sessions. */

/**
 * Returns false if the password or the second factor has changed since the sign-in checked it, because such a change
 * ends all sessions.
 */
export async function insertSession(
  data: Prisma.DashboardSessionUncheckedCreateInput,
  passwordHash: string,
): Promise<boolean> {
  const [row] = await query(sql`
    SELECT 1 AS here FROM account a JOIN member m ON m.id = ${data.memberId}
    WHERE a.account_number = ${data.accountNumber} AND a.deleted_at IS NULL AND m.removed_at IS NULL
      AND coalesce(m.password_hash, a.password_hash) = ${passwordHash} AND (m.totp_since IS NOT NULL) = ${data.awaitsSecondFactor === true} FOR SHARE`);
  if (row) await db().dashboardSession.create({ data });
  return row !== undefined;
}

export type ViewerRow = {
  sessionId: string;
  memberId: string;
  role: Role;
  memberEmail: string;
  memberName: string | null;
  awaitsSecondFactor: boolean;
  hasSecondFactor: boolean;
  lastSeenAt: Date;
  accountNumber: string;
  type: AccountType;
  firstName: string;
  lastName: string;
  displayName: string | null;
  homePlatform: Platform;
  platforms: Platform[];
  livePlatforms: Platform[];
  sandboxOnly: boolean;
  mayManageAccounts: boolean;
  isOperator: boolean;
  isVerified: boolean;
  pictureId: string | null;
  hasConfirmedEmail: boolean;
  hasSupportContact: boolean;
  hasBank: boolean;
};

/** The member of a session that has not expired or idled out. One statement, because every page runs it. */
export async function findViewer(sessionId: string, at: Date, seenAfter: Date): Promise<ViewerRow | undefined> {
  const [row] = await query<ViewerRow>(sql`
    SELECT s.id AS session_id, m.id AS member_id, m.role, coalesce(m.email, a.email, '') AS member_email,
      m.name AS member_name, s.awaits_second_factor, m.totp_since IS NOT NULL AS has_second_factor, s.last_seen_at,
      a.account_number, a.type, a.first_name, a.last_name, t.display_name, a.home_platform,
      a.platforms, a.live_platforms, a.sandbox_only, a.may_manage_accounts, a.is_operator,
      a.verified_at IS NOT NULL AS is_verified, p.id AS picture_id,
      a.email_confirmed_at IS NOT NULL AS has_confirmed_email, t.support_contact IS NOT NULL AS has_support_contact,
      EXISTS (SELECT FROM bank_account b WHERE b.account_number = a.account_number) AS has_bank
    FROM dashboard_session s JOIN member m ON m.id = s.member_id
      JOIN account a ON a.account_number = m.account_number LEFT JOIN merchant_settings t ON t.account_number = a.account_number
      LEFT JOIN picture p ON p.account_number = a.account_number
    WHERE s.id = ${sessionId} AND s.ends_at > ${at} AND s.last_seen_at > ${seenAfter} AND m.removed_at IS NULL AND a.deleted_at IS NULL`);
  return row;
}

export async function touchSession(id: string, at: Date): Promise<void> {
  await query(sql`UPDATE dashboard_session SET last_seen_at = ${at} WHERE id = ${id}`);
}

export async function deleteMemberSessions(where: Prisma.DashboardSessionWhereInput): Promise<number> {
  const { count } = await db().dashboardSession.deleteMany({ where });
  return count;
}

export function listSessionsOf(whose: Prisma.DashboardSessionWhereInput, at: Date, seenAfter: Date) {
  return db().dashboardSession.findMany({
    where: { ...whose, awaitsSecondFactor: false, endsAt: { gt: at }, lastSeenAt: { gt: seenAfter } },
    orderBy: { lastSeenAt: "desc" },
    select: { id: true, address: true, userAgent: true, createdAt: true, lastSeenAt: true },
  });
}

type PendingRow = { accountNumber: string; memberId: string; codeTries: number };

/**
 * Counts an attempt at the second factor before the code is checked, so that parallel requests get no extra attempts.
 */
export async function claimCodeAttempt(id: string, at: Date, max: number): Promise<PendingRow | undefined> {
  const [row] = await query<PendingRow>(sql`
    UPDATE dashboard_session SET code_tries = code_tries + 1
    WHERE id = ${id} AND awaits_second_factor AND ends_at > ${at} AND code_tries < ${max}
    RETURNING account_number, member_id, code_tries`);
  return row;
}

/** Gives a session that awaited its second factor a new id. Returns false if the session was ended in the meantime. */
export async function completeSession(id: string, newId: string, at: Date, endsAt: Date): Promise<boolean> {
  const { count } = await db().dashboardSession.updateMany({
    where: { id, awaitsSecondFactor: true },
    data: { id: newId, awaitsSecondFactor: false, createdAt: at, lastSeenAt: at, endsAt },
  });
  return count === 1;
}
