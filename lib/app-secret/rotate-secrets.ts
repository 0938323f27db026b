import { operator, recordBy } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import { day, later, now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { activeSealHeader, seal, unsealOrNull } from "@/lib/kit/secrets/crypto";
import { identityOf, type SealedColumn } from "@/lib/kit/secrets/sealed-column";
import { renewFingerprints } from "@/lib/trusted-cards/renew-fingerprints";
import { sealDigestKeys } from "./digest-keys";
import { lastingPurposes, sealedColumns } from "./sealed-columns";
import { findChainsNotEndedBy, findOldValues, listSecrets, markReplaced, replaceValue } from "./store";

const batchSize = 500;

/**
 * How long a replaced secret must stay in APP_SECRET: the lifetime of a refresh token. No other link, token or cookie
 * that we sign lives longer.
 */
const handedOutLifetimeMs = 30 * day;

export type SecretRotation = {
  resealed: number;
  /** Values that none of the secrets in APP_SECRET can unseal, given by table, row and column. */
  damaged: string[];
};

/**
 * Reseals every stored value with the first secret of APP_SECRET while all processes keep working. An interrupted run
 * can be repeated. Afterwards the older secrets are needed only for values that were handed out, such as tokens.
 */
export async function rotateAppSecret(): Promise<SecretRotation> {
  const results = [];
  for (const column of sealedColumns) results.push(await resealColumn(column));
  const resealed = results.reduce((sum, result) => sum + result.resealed, 0);
  const damaged = results.flatMap((result) => result.damaged);
  if (damaged.length === 0) await replaceOlder();
  return { resealed, damaged };
}

/** Repeats until a pass finds no value to reseal, because other processes may write with an older secret meanwhile. */
async function resealColumn(column: SealedColumn): Promise<SecretRotation> {
  for (let resealed = 0; ; ) {
    const pass = await resealOnce(column);
    resealed += pass.resealed;
    if (pass.resealed === 0) return { ...pass, resealed };
  }
}

async function resealOnce(column: SealedColumn): Promise<SecretRotation> {
  const header = activeSealHeader();
  const damaged: string[] = [];
  let resealed = 0;
  for (let after: string[] = []; ; ) {
    const values = await findOldValues(column, header, { after, limit: batchSize });
    for (const value of values) {
      const identity = identityOf(value.key);
      const text = unsealOrNull(column.purpose, identity, value.sealed);
      if (text === null) damaged.push(`${column.table} ${value.key.join(" ")}: ${column.column} does not open`);
      else if (await replaceValue(column, value, seal(column.purpose, identity, text))) resealed++;
    }
    after = values.at(-1)?.key ?? after;
    if (values.length < batchSize) return { resealed, damaged };
  }
}

/**
 * Marks the older secrets as replaced, and adds an entry by the new secret to every audit chain. This entry invalidates
 * later entries by an older secret (lib/audit/chain.ts).
 */
async function replaceOlder(): Promise<void> {
  const [active, ...older] = env().APP_SECRETS;
  if (!active) throw new Error("APP_SECRET is not set.");
  await renewFingerprints(active.id);
  const rows = await listSecrets();
  const due = rows.filter((row) => !row.replacedAt && older.some(({ id }) => id === row.id));
  if (due.length === 0) return;
  const replacedAt = now();
  for (const accountNumber of await findChainsNotEndedBy(active.id)) {
    await recordBy(operator, accountNumber, "secret.rotated");
  }
  await inTransaction(async () => {
    for (const { id } of due) await markReplaced(id, sealDigestKeys(id, lastingPurposes), replacedAt);
  });
}

export type SecretStatus = {
  version: string | null;
  id: string;
  firstUsedAt: Date;
  isActive: boolean;
  /** When the secret may be removed from APP_SECRET. Null if the secret is active or rows still need it. */
  removableFrom: Date | null;
};

/**
 * Every registered secret, newest first. Checks all sealed columns again, because a process with an older APP_SECRET
 * may have sealed rows since the rotation.
 */
export async function readSecretStatus(): Promise<SecretStatus[]> {
  const secrets = env().APP_SECRETS;
  const isAllSealed = await isAllSealedByActive();
  return (await listSecrets()).map(({ id, firstUsedAt, replacedAt }) => ({
    version: secrets.find((secret) => secret.id === id)?.version ?? null,
    id,
    firstUsedAt,
    isActive: secrets[0]?.id === id,
    removableFrom: isAllSealed && replacedAt ? later(handedOutLifetimeMs, replacedAt) : null,
  }));
}

async function isAllSealedByActive(): Promise<boolean> {
  for (const column of sealedColumns) {
    if ((await findOldValues(column, activeSealHeader(), { after: [], limit: 1 })).length > 0) return false;
  }
  return true;
}
