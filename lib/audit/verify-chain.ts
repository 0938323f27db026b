import { advanceChain, type ChainProgress, startOfChain } from "./chain";
import { type AuditPosition, findEntriesAfter, findEntry } from "./store";

const batchSize = 1000;

export type Chain = ChainProgress & { entries: number };

/** Verifies the audit chain of every account, or of one, from its first entry. Loads one batch at a time. */
export async function* verifyChains(accountNumber?: string): AsyncGenerator<Chain> {
  let chain: Chain | null = null;
  for await (const entry of entriesOf(accountNumber)) {
    if (chain && chain.accountNumber !== entry.accountNumber) {
      yield chain;
      chain = null;
    }
    const soFar: Chain = chain ?? { ...startOfChain(entry.accountNumber), entries: 0 };
    chain = { ...advanceChain(soFar, entry), entries: soFar.entries + 1 };
  }
  if (chain) yield chain;
}

export async function* entriesOf(accountNumber?: string) {
  let position: AuditPosition = { accountNumber: accountNumber ?? "", sequence: 0 };
  for (;;) {
    const batch = await findEntriesAfter(position, batchSize, accountNumber);
    yield* batch;
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return;
    position = last;
  }
}

/** Verifies the entries `from` to `to` of an audit chain, and trusts the entries before them. */
export async function verifyStretch(accountNumber: string, from: number, to: number): Promise<ChainProgress> {
  const before = await findEntry({ accountNumber, sequence: from - 1 });
  const start = { ...startOfChain(accountNumber), sequence: from - 1, ...(before && { digest: before.digest }) };
  const entries = await findEntriesAfter(start, to - from + 1, accountNumber);
  return entries.reduce(advanceChain, start);
}

export type Expected = AuditPosition & { digestPrefix: string };

/**
 * Compares an audit entry with a digest that was stored outside the database. Only this comparison detects that the end
 * of a chain was cut off.
 */
export async function matchesNotedDigest({ digestPrefix, ...position }: Expected): Promise<boolean> {
  const entry = await findEntry(position);
  return entry !== null && hexOf(entry.digest).startsWith(digestPrefix);
}

export const hexOf = (digest: Uint8Array): string => Buffer.from(digest).toString("hex");
