import { type Followed, follow, unfollowed } from "./chain";
import { type AuditPosition, findEntriesAfter, findEntry } from "./store";

const batchSize = 1000;

export type Chain = Followed & { entries: number };

/** Follows the chain of every account, or of one, from its beginning. Only a batch of it is ever in memory. */
export async function* verifyChains(accountNumber?: string): AsyncGenerator<Chain> {
  let chain: Chain | null = null;
  for await (const entry of entriesOf(accountNumber)) {
    if (chain && chain.accountNumber !== entry.accountNumber) {
      yield chain;
      chain = null;
    }
    const soFar: Chain = chain ?? { ...unfollowed(entry.accountNumber), entries: 0 };
    chain = { ...follow(soFar, entry), entries: soFar.entries + 1 };
  }
  if (chain) yield chain;
}

export async function* entriesOf(accountNumber?: string) {
  let place: AuditPosition = { accountNumber: accountNumber ?? "", sequence: 0 };
  for (;;) {
    const batch = await findEntriesAfter(place, batchSize, accountNumber);
    yield* batch;
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return;
    place = last;
  }
}

/** Follows one stretch of a chain, trusting what stands before it. */
export async function verifyStretch(accountNumber: string, from: number, to: number): Promise<Followed> {
  const before = await findEntry({ accountNumber, sequence: from - 1 });
  const start = { ...unfollowed(accountNumber), sequence: from - 1, ...(before && { digest: before.digest }) };
  const entries = await findEntriesAfter(start, to - from + 1, accountNumber);
  return entries.reduce(follow, start);
}

export type Expected = AuditPosition & { digestPrefix: string };

/** What somebody noted down elsewhere: a chain whose end was cut off is whole, and shorter than it was. */
export async function isAsNoted({ digestPrefix, ...place }: Expected): Promise<boolean> {
  const entry = await findEntry(place);
  return entry !== null && hexOf(entry.digest).startsWith(digestPrefix);
}

export const hexOf = (digest: Uint8Array): string => Buffer.from(digest).toString("hex");
