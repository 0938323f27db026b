import { db, query } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { sql } from "@/lib/db/sql";
import type { Role } from "@/lib/reference/roles";

export type TeamRow = {
  id: string;
  name: string;
  email: string;
  role: Role;
  isHolder: boolean;
  hasSecondFactor: boolean;
  lastSeenAt: Date | null;
};

/** Lists the members of an account, the account holder first. */
export function listMembers(accountNumber: string): Promise<TeamRow[]> {
  return query<TeamRow>(sql`
    SELECT m.id, coalesce(m.name, a.first_name || ' ' || a.last_name) AS name, coalesce(m.email, a.email, '') AS email,
      m.role, m.id = m.account_number AS is_holder, m.totp_since IS NOT NULL AS has_second_factor,
      (SELECT max(s.last_seen_at) FROM dashboard_session s WHERE s.member_id = m.id) AS last_seen_at
    FROM member m JOIN account a USING (account_number)
    WHERE m.account_number = ${accountNumber} AND m.removed_at IS NULL ORDER BY is_holder DESC, m.created_at, m.id`);
}

export async function insertMember(data: Prisma.MemberUncheckedCreateInput): Promise<void> {
  await db().member.create({ data });
}

/** Returns the member's email address, or null if the member does not exist. Does not change the account holder. */
export async function updateMember(
  accountNumber: string,
  id: string,
  data: Prisma.MemberUpdateManyMutationInput,
): Promise<string | null> {
  const [changed] = await db().member.updateManyAndReturn({
    where: { id, accountNumber, removedAt: null, NOT: { id: accountNumber } },
    data,
    select: { email: true },
  });
  return changed?.email ?? null;
}
