import { db, query, slowQuery } from "@/lib/db/client";
import type { AppSecret } from "@/lib/db/generated/client";
import { joinSql, rawSql, sql } from "@/lib/db/sql";
import type { SealedColumn } from "@/lib/kit/secrets/sealed-column";

export type SecretRow = AppSecret;

/** Plain SQL, because every process runs this query at start and Prisma's query engine takes half a second to load. */
export function listSecrets(): Promise<AppSecret[]> {
  return query<AppSecret>(sql`
    SELECT id, sealed_probe, sealed_digest_keys, first_used_at, replaced_at
    FROM app_secret ORDER BY first_used_at DESC`);
}

/** Ignores duplicates, because several processes may start at once with the same new secret. */
export async function insertSecret(id: string, sealedProbe: Uint8Array<ArrayBuffer>, at: Date): Promise<void> {
  await db().appSecret.createMany({ data: [{ id, sealedProbe, firstUsedAt: at }], skipDuplicates: true });
}

export async function markReplaced(id: string, sealedDigestKeys: Uint8Array<ArrayBuffer>, at: Date): Promise<void> {
  await db().appSecret.updateMany({ where: { id, replacedAt: null }, data: { sealedDigestKeys, replacedAt: at } });
}

/** Marks a secret as in use again, because the configuration lists it again. */
export async function markUsed(id: string): Promise<void> {
  await db().appSecret.updateMany({ where: { id }, data: { replacedAt: null } });
}

export type SealedValue = { key: string[]; sealed: Uint8Array };

const keyOf = ({ key }: SealedColumn) => sql`ARRAY[${joinSql(key.map((name) => sql`${rawSql(name)}::text`))}]`;

const selected = (column: SealedColumn) => sql`${keyOf(column)} AS key, ${rawSql(column.column)} AS sealed`;

/** Values of a sealed column that do not begin with the header of the active secret, by ascending key. */
export function findOldValues(column: SealedColumn, header: Buffer, page: { after: string[]; limit: number }) {
  const value = rawSql(column.column);
  return slowQuery<SealedValue>(sql`
    SELECT ${selected(column)} FROM ${rawSql(column.table)}
    WHERE ${value} IS NOT NULL AND substring(${value} FROM 1 FOR ${header.length}::int) <> ${header}
      AND ${keyOf(column)} > ${page.after}::text[]
    ORDER BY ${keyOf(column)} LIMIT ${page.limit}`);
}

/** A few values of a sealed column, to check that the configured secrets open them. */
export function findSomeValues(column: SealedColumn, limit: number): Promise<SealedValue[]> {
  return slowQuery<SealedValue>(sql`
    SELECT ${selected(column)} FROM ${rawSql(column.table)} WHERE ${rawSql(column.column)} IS NOT NULL
    ORDER BY ${keyOf(column)} DESC LIMIT ${limit}`);
}

/** Replaces a sealed value. Returns false if another process changed the value after it was read. */
export async function replaceValue(
  column: SealedColumn,
  { key, sealed }: SealedValue,
  next: Uint8Array,
): Promise<boolean> {
  const value = rawSql(column.column);
  const isRow = joinSql(
    column.key.map((name, index) => sql`${rawSql(name)}::text = ${key[index]}`),
    " AND ",
  );
  const rows = await query(sql`
    UPDATE ${rawSql(column.table)} SET ${value} = ${next} WHERE ${value} = ${sealed} AND ${isRow} RETURNING 1`);
  return rows.length === 1;
}

/** Accounts whose newest audit entry was not digested with this secret. */
export async function findChainsNotEndedBy(secretId: string): Promise<string[]> {
  const rows = await slowQuery<{ accountNumber: string }>(sql`
    SELECT account_number FROM (
      SELECT DISTINCT ON (account_number) account_number, digest FROM audit_entry
      ORDER BY account_number, sequence DESC) newest
    WHERE right(encode(digest, 'hex'), 8) <> ${secretId} ORDER BY account_number`);
  return rows.map(({ accountNumber }) => accountNumber);
}
