import { db, query, slowQuery } from "@/lib/db/client";
import type { SealedColumn } from "@/lib/kit/secrets/sealed-column";

export type SecretRow = {
  id: string;
  sealedProbe: Uint8Array;
  sealedDigestKeys: Uint8Array | null;
  firstUsedAt: Date;
  replacedAt: Date | null;
};

/** Plain SQL, because every process starts with it and the query engine of Prisma takes half a second to load. */
export function listSecrets(): Promise<SecretRow[]> {
  return query<SecretRow>(
    "list-secrets",
    `SELECT id, sealed_probe AS "sealedProbe", sealed_digest_keys AS "sealedDigestKeys",
       first_used_at AS "firstUsedAt", replaced_at AS "replacedAt"
     FROM app_secret ORDER BY first_used_at DESC`,
    [],
  );
}

/** Several processes may start at once with a new secret. */
export async function insertSecret(id: string, sealedProbe: Uint8Array<ArrayBuffer>, at: Date): Promise<void> {
  await db().appSecret.createMany({ data: [{ id, sealedProbe, firstUsedAt: at }], skipDuplicates: true });
}

export async function markReplaced(id: string, sealedDigestKeys: Uint8Array<ArrayBuffer>, at: Date): Promise<void> {
  await db().appSecret.updateMany({ where: { id, replacedAt: null }, data: { sealedDigestKeys, replacedAt: at } });
}

/** A secret that came back is in use again. */
export async function markUsed(id: string): Promise<void> {
  await db().appSecret.updateMany({ where: { id }, data: { replacedAt: null } });
}

export type SealedValue = { key: string[]; sealed: Uint8Array };

const selected = (column: SealedColumn) => `${keyOf(column)} AS key, ${column.column} AS sealed`;

const isOld = ({ column }: SealedColumn, header: string) =>
  `${column} IS NOT NULL AND substring(${column} FROM 1 FOR octet_length(${header})) <> ${header}`;

const keyOf = ({ key }: SealedColumn) => `ARRAY[${key.map((name) => `${name}::text`).join(", ")}]`;

/** Values of a column that do not begin with the header, by ascending key. */
export function findOldValues(column: SealedColumn, header: Buffer, page: { after: string[]; limit: number }) {
  return slowQuery<SealedValue>(
    `SELECT ${selected(column)} FROM ${column.table}
     WHERE ${isOld(column, "$1::bytea")} AND ${keyOf(column)} > $2::text[] ORDER BY ${keyOf(column)} LIMIT $3`,
    [header, page.after, page.limit],
  );
}

/** A few values of a column, to see whether they open. */
export function findSomeValues(column: SealedColumn, limit: number): Promise<SealedValue[]> {
  return slowQuery<SealedValue>(
    `SELECT ${selected(column)} FROM ${column.table} WHERE ${column.column} IS NOT NULL ORDER BY ${keyOf(column)} DESC LIMIT $1`,
    [limit],
  );
}

/** Unless the value has been changed since it was read. */
export async function replaceValue(
  { table, column, key }: SealedColumn,
  { key: values, sealed }: SealedValue,
  next: Uint8Array,
): Promise<boolean> {
  const isRow = key.map((name, index) => `${name}::text = $${index + 3}`).join(" AND ");
  const rows = await query(
    `reseal-${table}-${column}`,
    `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2 AND ${isRow} RETURNING 1`,
    [next, sealed, ...values],
  );
  return rows.length === 1;
}

/** Accounts whose newest audit entry was not made by this secret. */
export async function findChainsNotEndedBy(secretId: string): Promise<string[]> {
  const rows = await slowQuery<{ accountNumber: string }>(
    `SELECT account_number AS "accountNumber" FROM (
       SELECT DISTINCT ON (account_number) account_number, digest FROM audit_entry
       ORDER BY account_number, sequence DESC) newest
     WHERE right(encode(digest, 'hex'), 8) <> $1 ORDER BY account_number`,
    [secretId],
  );
  return rows.map(({ accountNumber }) => accountNumber);
}
