import { db, query, slowQuery } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { CardIdentity, SealedCard, WrappedKey } from "./envelope";

export async function insertCard(identity: CardIdentity, sealed: SealedCard, createdAt: Date): Promise<void> {
  const { id, accountNumber, environment } = identity;
  await db().vaultCard.create({ data: { id, accountNumber, environment, ...sealed, createdAt }, select: { id: true } });
}

/** Returns null if the card does not exist, was shredded or belongs to another merchant. */
export async function findVaultCard({ id, accountNumber, environment }: CardIdentity): Promise<SealedCard | null> {
  const row = await db().vaultCard.findFirst({
    where: { id, accountNumber, environment, shreddedAt: null },
    select: { keyVersion: true, wrappedKey: true, sealedNumber: true },
  });
  return row as SealedCard | null;
}

/** Deletes the encrypted number and its key. A card that was shredded before keeps its first `shredded_at`. */
export async function destroyCard(id: string, at: Date): Promise<void> {
  await db().vaultCard.updateMany({
    where: { id, shreddedAt: null },
    data: { keyVersion: null, wrappedKey: null, sealedNumber: null, shreddedAt: at },
  });
}

export type KeyProbe = { version: string; sealedProbe: Uint8Array };

export function listProbes(): Promise<KeyProbe[]> {
  return query(sql`SELECT version, sealed_probe FROM card_key ORDER BY version`);
}

/**
 * Keeps a probe that another process stored first. Plain SQL, because every process may run this at its start. Sorted,
 * so that two processes with several new keys do not deadlock.
 */
export async function insertProbes(probes: KeyProbe[], at: Date): Promise<void> {
  await query(sql`
    INSERT INTO card_key (version, sealed_probe, first_used_at)
    SELECT version, sealed_probe, ${at}
    FROM unnest(
      ${probes.map(({ version }) => version)}::text[],
      ${probes.map(({ sealedProbe }) => sealedProbe)}::bytea[]
    ) AS p (version, sealed_probe)
    ORDER BY version
    ON CONFLICT DO NOTHING`);
}

export type VersionCount = { keyVersion: string; cards: number };

/** Counts the stored cards under each key version. */
export function countVersions(): Promise<VersionCount[]> {
  return slowQuery(sql`
    SELECT key_version, count(*)::int AS cards FROM vault_card WHERE wrapped_key IS NOT NULL
    GROUP BY key_version ORDER BY key_version`);
}

const wrapped = sql`id, account_number, environment, key_version, wrapped_key`;
type Stretch = { after: string; limit: number };

/** Returns the encrypted data keys under one key version, sorted by card id. */
export function findWrappedKeys(keyVersion: string, { after, limit }: Stretch): Promise<(CardIdentity & WrappedKey)[]> {
  return query(sql`
    SELECT ${wrapped} FROM vault_card WHERE key_version = ${keyVersion} AND wrapped_key IS NOT NULL AND id > ${after}
    ORDER BY id LIMIT ${limit}`);
}

/** Returns stored cards with their encrypted numbers, sorted by id. */
export function findSealedCards({ after, limit }: Stretch): Promise<(CardIdentity & SealedCard)[]> {
  return query(sql`
    SELECT ${wrapped}, sealed_number FROM vault_card WHERE wrapped_key IS NOT NULL AND id > ${after}
    ORDER BY id LIMIT ${limit}`);
}

/**
 * Lists the key versions that stored cards use. The query jumps through the index from version to version, because a
 * count would read every card.
 */
export async function listVersions(): Promise<string[]> {
  const rows = await query<{ version: string }>(sql`
    WITH RECURSIVE versions AS (
      SELECT min(key_version) AS version FROM vault_card WHERE wrapped_key IS NOT NULL
      UNION ALL
      SELECT (SELECT min(key_version) FROM vault_card WHERE wrapped_key IS NOT NULL AND key_version > version)
      FROM versions WHERE version IS NOT NULL)
    SELECT version FROM versions WHERE version IS NOT NULL`);
  return rows.map(({ version }) => version);
}

export function findCardsUnder(keyVersion: string, limit: number): Promise<(CardIdentity & SealedCard)[]> {
  return query(sql`
    SELECT ${wrapped}, sealed_number FROM vault_card
    WHERE key_version = ${keyVersion} AND wrapped_key IS NOT NULL ORDER BY id LIMIT ${limit}`);
}

export type Rewrapping = { id: string; from: WrappedKey; to: WrappedKey };

/**
 * Replaces encrypted data keys that have not changed since they were read. Cards that were shredded or rotated in the
 * meantime stay unchanged. A batch skips locked rows, because waiting for one lock while holding others could deadlock.
 * A batch of one row waits for its lock. Returns the number of replaced keys.
 */
export async function replaceWrappedKeys(rewrappings: Rewrapping[]): Promise<number> {
  const replaced = await query(sql`
    WITH free AS MATERIALIZED (
      SELECT v.id, r.to_version, r.to_key
      FROM unnest(
        ${rewrappings.map(({ id }) => id)}::text[],
        ${rewrappings.map(({ from }) => from.keyVersion)}::text[],
        ${rewrappings.map(({ from }) => from.wrappedKey)}::bytea[],
        ${rewrappings.map(({ to }) => to.keyVersion)}::text[],
        ${rewrappings.map(({ to }) => to.wrappedKey)}::bytea[]
      ) AS r (id, from_version, from_key, to_version, to_key)
      JOIN vault_card v ON v.id = r.id AND v.key_version = r.from_version AND v.wrapped_key = r.from_key
      FOR UPDATE OF v ${rewrappings.length > 1 ? sql`SKIP LOCKED` : sql``})
    UPDATE vault_card v SET key_version = free.to_version, wrapped_key = free.to_key
    FROM free WHERE v.id = free.id
    RETURNING v.id`);
  return replaced.length;
}
