import { db, query, slowQuery } from "@/lib/db/client";
import type { CardIdentity, SealedCard, WrappedKey } from "./envelope";

export async function insertCard(identity: CardIdentity, sealed: SealedCard, createdAt: Date): Promise<void> {
  const { id, accountNumber, environment } = identity;
  await db().vaultCard.create({ data: { id, accountNumber, environment, ...sealed, createdAt }, select: { id: true } });
}

/** Null also where it was shredded, or is another merchant's. */
export async function findVaultCard({ id, accountNumber, environment }: CardIdentity): Promise<SealedCard | null> {
  const row = await db().vaultCard.findFirst({
    where: { id, accountNumber, environment, shreddedAt: null },
    select: { keyVersion: true, wrappedKey: true, sealedNumber: true },
  });
  return row as SealedCard | null;
}

/** What was destroyed before stays as it is, its moment too. */
export async function destroyCard(id: string, at: Date): Promise<void> {
  await db().vaultCard.updateMany({
    where: { id, shreddedAt: null },
    data: { keyVersion: null, wrappedKey: null, sealedNumber: null, shreddedAt: at },
  });
}

export type VersionCount = { keyVersion: string; cards: number };

/** How many numbers there are under each key. */
export function countVersions(): Promise<VersionCount[]> {
  return slowQuery(
    `SELECT key_version AS "keyVersion", count(*)::int AS cards FROM vault_card WHERE wrapped_key IS NOT NULL
     GROUP BY key_version ORDER BY key_version`,
    [],
  );
}

const wrapped = `id, account_number AS "accountNumber", environment, key_version AS "keyVersion", wrapped_key AS "wrappedKey"`;
type Stretch = { after: string; limit: number };

/** The data keys under one version, by ascending id. */
export function findWrappedKeys(keyVersion: string, { after, limit }: Stretch): Promise<(CardIdentity & WrappedKey)[]> {
  return query(
    "find-wrapped-keys",
    `SELECT ${wrapped} FROM vault_card WHERE key_version = $1 AND wrapped_key IS NOT NULL AND id > $2
     ORDER BY id LIMIT $3`,
    [keyVersion, after, limit],
  );
}

/** All there is, by ascending id. */
export function findSealedCards({ after, limit }: Stretch): Promise<(CardIdentity & SealedCard)[]> {
  return query(
    "find-sealed-cards",
    `SELECT ${wrapped}, sealed_number AS "sealedNumber" FROM vault_card WHERE wrapped_key IS NOT NULL AND id > $1
     ORDER BY id LIMIT $2`,
    [after, limit],
  );
}

/** The versions that stored cards are under, read from the index one by one: a count would read every card. */
export async function listVersions(): Promise<string[]> {
  const rows = await query<{ version: string }>(
    "list-card-key-versions",
    `WITH RECURSIVE versions AS (
       SELECT min(key_version) AS version FROM vault_card WHERE wrapped_key IS NOT NULL
       UNION ALL
       SELECT (SELECT min(key_version) FROM vault_card WHERE wrapped_key IS NOT NULL AND key_version > version)
       FROM versions WHERE version IS NOT NULL)
     SELECT version FROM versions WHERE version IS NOT NULL`,
    [],
  );
  return rows.map(({ version }) => version);
}

export function findCardsUnder(keyVersion: string, limit: number): Promise<(CardIdentity & SealedCard)[]> {
  return query(
    "find-cards-under",
    `SELECT ${wrapped}, sealed_number AS "sealedNumber" FROM vault_card
     WHERE key_version = $1 AND wrapped_key IS NOT NULL ORDER BY id LIMIT $2`,
    [keyVersion, limit],
  );
}

export type Rewrapping = { id: string; from: WrappedKey; to: WrappedKey };

/**
 * Puts new wrapped keys where the old ones still stand: what was shredded or rotated since then stays as it is. Rows that
 * somebody else holds are left out, because waiting for one with others in hand could block both for ever. A single one is
 * waited for. Tells how many were replaced.
 */
export async function replaceWrappedKeys(rewrappings: Rewrapping[]): Promise<number> {
  const replaced = await query(
    rewrappings.length > 1 ? "replace-wrapped-keys" : "replace-wrapped-key",
    `WITH free AS MATERIALIZED (
       SELECT v.id, r.to_version, r.to_key
       FROM unnest($1::text[], $2::text[], $3::bytea[], $4::text[], $5::bytea[])
         AS r (id, from_version, from_key, to_version, to_key)
       JOIN vault_card v ON v.id = r.id AND v.key_version = r.from_version AND v.wrapped_key = r.from_key
       FOR UPDATE OF v ${rewrappings.length > 1 ? "SKIP LOCKED" : ""})
     UPDATE vault_card v SET key_version = free.to_version, wrapped_key = free.to_key
     FROM free WHERE v.id = free.id
     RETURNING v.id`,
    [
      rewrappings.map(({ id }) => id),
      rewrappings.map(({ from }) => from.keyVersion),
      rewrappings.map(({ from }) => Buffer.from(from.wrappedKey)),
      rewrappings.map(({ to }) => to.keyVersion),
      rewrappings.map(({ to }) => Buffer.from(to.wrappedKey)),
    ],
  );
  return replaced.length;
}
