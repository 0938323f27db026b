import { now } from "@/lib/kit/clock";
import { acceptRetiredKeys, seal, unseal } from "@/lib/kit/crypto";
import { EnvError, env } from "@/lib/kit/env";
import type { AppSecret } from "@/lib/kit/key-lists";
import { missingCardKeys } from "@/lib/vault/missing-keys";
import { readDigestKeys } from "./digest-keys";
import { findAnyValue, insertSecret, listSecrets, markUsed, type SecretRow } from "./store";

const probeSeal = "probe of the secret";
const probeText = "This text opens under the secret that sealed it.";

/**
 * Compares the secrets and card keys with the database, before anything is served. A process with a wrong secret would
 * charge cards and then fail to sign the result. Throws an EnvError that names every problem.
 */
export async function checkSecrets(): Promise<void> {
  const rows = await listSecrets();
  const problems = [...(await secretProblems(rows)), ...(await missingCardKeys())];
  if (problems.length > 0) throw new EnvError(problems);
  await noteActive(rows);
  acceptRetiredKeys(rows.flatMap(readDigestKeys));
}

async function secretProblems(rows: SecretRow[]): Promise<string[]> {
  const secrets = env().APP_SECRETS;
  if (rows.length === 0) return (await opensWhatIsThere()) ? [] : [isAnother];
  const needed = rows.filter(({ replacedAt }) => replacedAt === null);
  const missing = needed.filter((row) => !secrets.some((secret) => isProvenBy(row, secret)));
  if (missing.length === 0) return [];
  if (missing.length === needed.length) return [isAnother];
  return missing.map(({ firstUsedAt }) => {
    const since = firstUsedAt.toISOString().slice(0, 10);
    return `APP_SECRET lacks the secret in use since ${since}, and rows are still sealed under it. Add it to the list, then run «npm run secrets -- rotate».`;
  });
}

const isAnother =
  "APP_SECRET is another one than this database was sealed with. Give the secret that belongs to it; a new secret goes in front of the old one.";

function isProvenBy({ id, sealedProbe }: SecretRow, secret: AppSecret): boolean {
  return secret.id === id && opens(() => unseal(probeSeal, id, sealedProbe) === probeText);
}

/** For a database that was filled before there were probes. */
async function opensWhatIsThere(): Promise<boolean> {
  // Only here, because it loads most of the product, and every process starts with this check.
  const { sealedColumns } = await import("./sealed-columns");
  for (const column of sealedColumns) {
    const value = await findAnyValue(column);
    if (value) return opens(() => unseal(column.purpose, column.identityOf(value.key), value.sealed) !== "");
  }
  return true;
}

function opens(attempt: () => boolean): boolean {
  try {
    return attempt();
  } catch {
    return false;
  }
}

async function noteActive(rows: SecretRow[]): Promise<void> {
  const [active] = env().APP_SECRETS;
  if (!active) return;
  const known = rows.find(({ id }) => id === active.id);
  if (known?.replacedAt) await markUsed(active.id);
  if (!known) await insertSecret(active.id, new Uint8Array(seal(probeSeal, active.id, probeText)), now());
}
