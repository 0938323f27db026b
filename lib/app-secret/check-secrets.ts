import { now } from "@/lib/kit/clock";
import { commandLine } from "@/lib/kit/commands";
import { EnvError, env } from "@/lib/kit/env";
import { acceptReplaced, openerOf, seal, unsealOrNull } from "@/lib/kit/secrets/crypto";
import type { AppSecret } from "@/lib/kit/secrets/key-lists";
import { identityOf } from "@/lib/kit/secrets/sealed-column";
import { missingCardKeys, registerCardKeys } from "@/lib/vault/card-keys";
import { readDigestKeys } from "./digest-keys";
import { findSomeValues, insertSecret, listSecrets, markUsed, type SecretRow } from "./store";

const probeSeal = "probe of the secret";
const valuesPerColumn = 3;
const probeText = "This text opens under the secret that sealed it.";

/**
 * Compares the secrets and card keys with the database before the process serves requests. A process with a wrong
 * secret would charge cards and then fail to sign the result. Throws an `EnvError` that lists every problem. Read-only
 * commands pass `registers: false`, because every process must know a secret once it is registered, and a card key
 * that is registered occupies its version.
 */
export async function checkSecrets({ registers = true } = {}): Promise<void> {
  const rows = await listSecrets();
  const found = rows.length === 0 ? await findOpeners() : null;
  const problems = [...(found ? found.problems : secretProblems(rows)), ...(await missingCardKeys())];
  // The card keys come first: a secret must not be registered by a process that is refused.
  if (registers && problems.length === 0) problems.push(...(await registerCardKeys()));
  if (problems.length > 0) throw new EnvError(problems);
  if (registers) await register(rows, found?.openers ?? []);
  acceptReplaced(
    rows.flatMap((row) =>
      row.replacedAt ? [{ id: row.id, replacedAt: row.replacedAt, keys: readDigestKeys(row) }] : [],
    ),
  );
}

function secretProblems(rows: SecretRow[]): string[] {
  const secrets = env().APP_SECRETS;
  const needed = rows.filter(({ replacedAt }) => replacedAt === null);
  const missing = needed.filter((row) => !secrets.some((secret) => isProvenBy(row, secret)));
  if (missing.length === 0) return [];
  if (missing.length === needed.length) return [isAnother];
  return missing.map(({ firstUsedAt }) => {
    const since = firstUsedAt.toISOString().slice(0, 10);
    return `APP_SECRET lacks the secret in use since ${since}, and rows are still sealed under it. Add it to the list, then run «${commandLine("secrets", "rotate")}».`;
  });
}

const isAnother =
  "APP_SECRET is another one than this database was sealed with. Give the secret that belongs to it; a new secret goes in front of the old one. A secret with a colon is written as 1:<secret>.";

function isProvenBy({ id, sealedProbe }: SecretRow, secret: AppSecret): boolean {
  return secret.id === id && unsealOrNull(probeSeal, id, sealedProbe) === probeText;
}

/** For a database from before secrets were registered: finds the secrets of APP_SECRET that open a stored value. */
async function findOpeners(): Promise<{ openers: string[]; problems: string[] }> {
  // Imported only when needed, because it loads most of the product and every process runs this check.
  const { sealedColumns } = await import("./sealed-columns");
  const openers = new Set<string>();
  let seen = 0;
  for (const column of sealedColumns) {
    for (const { key, sealed } of await findSomeValues(column, valuesPerColumn)) {
      seen++;
      const opener = openerOf(sealed, column.purpose, identityOf(key));
      if (opener) openers.add(opener);
    }
  }
  return { openers: [...openers], problems: seen > 0 && openers.size === 0 ? [isAnother] : [] };
}

async function register(rows: SecretRow[], openers: string[]): Promise<void> {
  const [active] = env().APP_SECRETS;
  if (!active) return;
  if (rows.some(({ id, replacedAt }) => id === active.id && replacedAt)) await markUsed(active.id);
  const known = rows.map(({ id }) => id);
  for (const id of new Set([active.id, ...openers])) {
    if (!known.includes(id)) await insertSecret(id, new Uint8Array(seal(probeSeal, id, probeText, id)), now());
  }
}
