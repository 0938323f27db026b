import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { PageWindow } from "@/lib/http/body/paging";
import type { AuditAction } from "./actions";
import type { Detail, Entry, StoredEntry } from "./chain";

type ChainEnd = { lastSequence: number; lastDigest: Uint8Array };

/**
 * Locks an account's audit chain and returns its last entry. The lock makes writers append one after the other, and
 * ends with the transaction.
 */
export async function lockChain(accountNumber: string): Promise<ChainEnd | undefined> {
  const [end] = await query<ChainEnd>(sql`SELECT * FROM lock_audit_chain(${accountNumber})`);
  return end;
}

export async function insertEntry(entry: Entry, digest: Uint8Array): Promise<void> {
  const { accountNumber, sequence, at, actor, action, subject, detail } = entry;
  await query(sql`
    INSERT INTO audit_entry (account_number, sequence, at, actor, action, subject, detail, digest)
    VALUES (${accountNumber}, ${sequence}, ${at}, ${actor}, ${action}, ${subject}, ${JSON.stringify(detail)}::jsonb, ${digest})`);
}

const toWritten = <Row extends { detail: unknown }>(row: Row) => ({ ...row, detail: row.detail as Detail });

export type AuditPosition = { accountNumber: string; sequence: number };

/** The audit entries after a position, ordered by account. With `accountNumber`, only the entries of that account. */
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
  memberEmail: string | null;
  memberName: string | null;
  memberRole: string | null;
  keyName: string | null;
  /** The name of the key, endpoint, link or person that the entry is about. Null if it has none or is gone. */
  subjectName: string | null;
};

/** The name of an entry's subject, by the kind of its action. Removed members and revoked keys keep their rows. */
const subjectName = sql`
  CASE split_part(e.action, '.', 1)
    WHEN 'api_key' THEN (SELECT o.name FROM api_key o WHERE o.kid = e.subject AND o.account_number = e.account_number)
    WHEN 'webhook' THEN (
      SELECT split_part(split_part(o.url, '?', 1), '://', 2) FROM webhook_endpoint o
      WHERE o.id = e.subject AND o.account_number = e.account_number)
    WHEN 'payment_link' THEN (
      SELECT o.title FROM payment_link o WHERE o.id = e.subject AND o.account_number = e.account_number)
    WHEN 'card_link' THEN (
      SELECT o.label FROM card_link o WHERE o.id = e.subject AND o.account_number = e.account_number)
    -- The id of an invitation is its ticket, which is gone when it was accepted or taken back.
    WHEN 'member' THEN coalesce(e.detail ->> 'email', (
      SELECT coalesce(o.name, o.email) FROM member o WHERE o.id = e.subject AND o.account_number = e.account_number), (
      SELECT i.detail ->> 'email' FROM audit_entry i
      WHERE i.account_number = e.account_number AND i.action = 'member.invited' AND i.subject = e.subject LIMIT 1))
    ELSE (
      SELECT coalesce(o.name, o.email, concat_ws(' ', a.first_name, a.last_name)) FROM member o
      WHERE o.id = e.subject AND o.account_number = e.account_number)
  END`;

const withActor = sql`
  FROM audit_entry e JOIN account a USING (account_number)
    LEFT JOIN member m ON e.actor LIKE 'member %' AND m.id = split_part(e.actor, ' ', 2)
      AND m.account_number = e.account_number
    LEFT JOIN api_key k ON e.actor LIKE 'key %' AND k.kid = split_part(e.actor, ' ', 2)
      AND k.account_number = e.account_number`;

/** Audit entries, newest first. Each has the member or API key that acted, even one that was removed later. */
export async function findEntries(accountNumber: string, action: AuditAction | null, { offset, limit }: PageWindow) {
  const where = { accountNumber, ...(action && { action }) };
  const total = await db().auditEntry.count({ where });
  const rows = await query<ShownEntry>(sql`
    SELECT e.account_number, e.sequence, e.at, e.actor, e.action, e.subject, e.detail, e.digest,
      coalesce(m.email, CASE WHEN m.id = a.account_number THEN a.email END) AS member_email, m.role AS member_role,
      k.name AS key_name, ${subjectName} AS subject_name,
      coalesce(m.name, CASE WHEN m.id = a.account_number THEN concat_ws(' ', a.first_name, a.last_name) END)
        AS member_name
    ${withActor}
    WHERE e.account_number = ${accountNumber} AND (${action}::text IS NULL OR e.action = ${action})
    ORDER BY e.sequence DESC LIMIT ${limit} OFFSET ${Math.min(offset, total)}`);
  return { total, rows };
}

/** Names of the API keys and members with these ids, also of revoked and removed ones. */
export async function findNames(accountNumber: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await query<{ id: string; name: string | null }>(sql`
    SELECT kid AS id, name FROM api_key WHERE account_number = ${accountNumber} AND kid = ANY (${ids}::text[])
    UNION ALL
    SELECT m.id, coalesce(m.name, m.email, concat_ws(' ', a.first_name, a.last_name))
    FROM member m JOIN account a USING (account_number)
    WHERE m.account_number = ${accountNumber} AND m.id = ANY (${ids}::text[])`);
  return new Map(rows.flatMap(({ id, name }) => (name ? [[id, name]] : [])));
}

type Actor = { actor: string; memberName: string | null; keyName: string | null };

/** Who first did something to an object, for example who created it. */
export async function findFirstActor(
  accountNumber: string,
  action: AuditAction,
  subject: string,
): Promise<Actor | undefined> {
  const [row] = await query<Actor>(sql`
    SELECT e.actor, k.name AS key_name,
      coalesce(m.name, CASE WHEN m.id = a.account_number THEN concat_ws(' ', a.first_name, a.last_name) END, m.email)
        AS member_name
    ${withActor}
    WHERE e.account_number = ${accountNumber} AND e.action = ${action} AND e.subject = ${subject}
    ORDER BY e.sequence LIMIT 1`);
  return row;
}
