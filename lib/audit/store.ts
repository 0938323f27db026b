import { db, query } from "@/lib/db/client";
import type { PageWindow } from "@/lib/http/body/paging";
import type { AuditAction } from "./actions";
import type { Detail, Entry, StoredEntry } from "./chain";

type ChainEnd = { last_sequence: number; last_digest: Uint8Array };

/** The end of an account's chain, at which one at a time writes; the lock ends with the transaction. */
export async function lockChain(accountNumber: string): Promise<ChainEnd | undefined> {
  const [end] = await query<ChainEnd>("lock-audit", "SELECT * FROM lock_audit_chain($1)", [accountNumber]);
  return end;
}

export async function insertEntry(entry: Entry, digest: Uint8Array): Promise<void> {
  const { accountNumber, sequence, at, actor, action, subject, detail } = entry;
  await query(
    "insert-audit-entry",
    `INSERT INTO audit_entry (account_number, sequence, at, actor, action, subject, detail, digest)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, $8)`,
    [accountNumber, sequence, at, actor, action, subject, JSON.stringify(detail), digest],
  );
}

const toWritten = <Row extends { detail: unknown }>(row: Row) => ({ ...row, detail: row.detail as Detail });

export type AuditPosition = { accountNumber: string; sequence: number };

/** The next ones after a place, account by account; of one account alone where it is given. */
export async function findEntriesAfter(
  after: AuditPosition,
  limit: number,
  accountNumber?: string,
): Promise<StoredEntry[]> {
  const rows = await db().auditEntry.findMany({
    where: {
      ...(accountNumber && { accountNumber }),
      OR: [
        { accountNumber: after.accountNumber, sequence: { gt: after.sequence } },
        { accountNumber: { gt: after.accountNumber } },
      ],
    },
    orderBy: [{ accountNumber: "asc" }, { sequence: "asc" }],
    take: limit,
  });
  return rows.map(toWritten);
}

export async function findEntry({ accountNumber, sequence }: AuditPosition): Promise<StoredEntry | null> {
  const row = await db().auditEntry.findUnique({
    where: { accountNumber_sequence: { accountNumber, sequence } },
  });
  return row && toWritten(row);
}

export type ShownEntry = StoredEntry & {
  member_email: string | null;
  member_role: string | null;
  key_name: string | null;
};

/** Newest first, and who they were: of the account's own members and keys, whether or not they are still there. */
export async function findEntries(accountNumber: string, action: AuditAction | null, { offset, limit }: PageWindow) {
  const where = { accountNumber, ...(action && { action }) };
  const total = await db().auditEntry.count({ where });
  const rows = await query<ShownEntry>(
    "find-audit-entries",
    `SELECT e.account_number AS "accountNumber", e.sequence, e.at, e.actor, e.action, e.subject, e.detail, e.digest,
       coalesce(m.email, CASE WHEN m.id = a.account_number THEN a.email END) AS member_email, m.role::text AS member_role,
       k.name AS key_name
     FROM audit_entry e JOIN account a USING (account_number)
       LEFT JOIN member m ON e.actor LIKE 'member %' AND m.id = split_part(e.actor, ' ', 2)
         AND m.account_number = e.account_number
       LEFT JOIN api_key k ON e.actor LIKE 'key %' AND k.kid = split_part(e.actor, ' ', 2)
         AND k.account_number = e.account_number
     WHERE e.account_number = $1 AND ($2::text IS NULL OR e.action = $2)
     ORDER BY e.sequence DESC LIMIT $3 OFFSET $4`,
    [accountNumber, action, limit, Math.min(offset, total)],
  );
  return { total, rows };
}
