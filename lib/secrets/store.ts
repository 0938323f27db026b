import { db, query, slowQuery } from "@/lib/db/client";
import type { SealedColumn } from "@/lib/kit/sealed-column";

export type SecretRow = Awaited<ReturnType<typeof listSecrets>>[number];

export const listSecrets = () => db().appSecret.findMany({ orderBy: { firstUsedAt: "desc" } });

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

const selected = ({ key, column }: SealedColumn) =>
  `ARRAY[${key.map((name) => `${name}::text`).join(", ")}] AS key, ${column} AS sealed`;

const isOld = ({ column }: SealedColumn, header: string) =>
  `${column} IS NOT NULL AND substring(${column} FROM 1 FOR octet_length(${header})) <> ${header}`;

/** Values of a column that do not begin with the header. */
export function findOldValues(column: SealedColumn, header: Buffer, page: { skip: number; limit: number }) {
  return slowQuery<SealedValue>(
    `SELECT ${selected(column)} FROM ${column.table} WHERE ${isOld(column, "$1::bytea")}
     ORDER BY ${column.key.join(", ")} OFFSET $2 LIMIT $3`,
    [header, page.skip, page.limit],
  );
}

/** Any value of a column, to see whether it opens. */
export async function findAnyValue(column: SealedColumn): Promise<SealedValue | undefined> {
  const [value] = await slowQuery<SealedValue>(
    `SELECT ${selected(column)} FROM ${column.table} WHERE ${column.column} IS NOT NULL LIMIT 1`,
    [],
  );
  return value;
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

/** Accounts whose audit chain ends before the moment. */
export async function findChainsEndingBefore(moment: Date): Promise<string[]> {
  const rows = await slowQuery<{ accountNumber: string }>(
    `SELECT account_number AS "accountNumber" FROM audit_entry GROUP BY account_number HAVING max(at) < $1::timestamptz
     ORDER BY account_number`,
    [moment],
  );
  return rows.map(({ accountNumber }) => accountNumber);
}
