import { makerOfDigest, storedDigest } from "@/lib/kit/secrets/crypto";

export const chainPurpose = "audit chain";

/**
 * Details of a change in the audit log. They never contain a secret. Of card and account numbers they contain only the
 * last digits.
 */
export type Detail = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export type Entry = {
  accountNumber: string;
  sequence: number;
  at: Date;
  actor: string;
  action: string;
  subject: string | null;
  detail: Detail;
};

/**
 * The digest of an audit entry. It covers the digest of the previous entry, so changing, moving or removing an entry
 * breaks the chain from there on.
 */
export const digestOf = (previous: Uint8Array, entry: Entry): Uint8Array<ArrayBuffer> =>
  storedDigest(chainPurpose, ...partsOf(previous, entry));

function partsOf(previous: Uint8Array, entry: Entry): (string | Uint8Array)[] {
  const { accountNumber, sequence, at, actor, action, subject, detail } = entry;
  const about = subject === null ? "" : `about ${subject}`;
  return [previous, accountNumber, String(sequence), at.toISOString(), actor, action, about, canonical(detail)];
}

/** Sorts the fields, because PostgreSQL does not keep the order of a JSON object's fields. */
const canonical = (detail: Detail): string =>
  JSON.stringify(Object.entries(detail).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Stands for the previous digest in the digest of an account's first audit entry. */
export const beginning = new Uint8Array();

export type StoredEntry = Entry & { digest: Uint8Array };

/** How far a chain has been verified, and where it first breaks: an entry is missing (`gap`) or altered (`digest`). */
export type ChainProgress = {
  accountNumber: string;
  sequence: number;
  digest: Uint8Array;
  /** By the id of each secret: the time of the latest entry that was signed with it. */
  latest: Readonly<Record<string, Date>>;
  broken: { sequence: number; because: "gap" | "digest" } | null;
};

export const startOfChain = (accountNumber: string): ChainProgress => ({
  accountNumber,
  sequence: 0,
  digest: beginning,
  latest: {},
  broken: null,
});

export function advanceChain(soFar: ChainProgress, entry: StoredEntry): ChainProgress {
  const { accountNumber, sequence, digest, at } = entry;
  const expected = soFar.sequence + 1;
  const maker = makerOfDigest(digest, chainPurpose, ...partsOf(soFar.digest, entry));
  const problem = (): ChainProgress["broken"] => {
    if (sequence !== expected) return { sequence: expected, because: "gap" };
    return maker === null || isTooLate(maker, soFar.latest) ? { sequence, because: "digest" } : null;
  };
  const latest = maker ? { ...soFar.latest, [maker.id]: at } : soFar.latest;
  return { accountNumber, sequence, digest, latest, broken: soFar.broken ?? problem() };
}

/**
 * Whether an entry was signed with a replaced secret too late. A replaced secret may have leaked. So its entries are
 * invalid after an entry of another secret that is newer than the replacement. A rotation adds such an entry to every
 * chain.
 */
function isTooLate(
  { id, replacedAt }: { id: string; replacedAt: Date | null },
  latest: ChainProgress["latest"],
): boolean {
  return Object.entries(latest).some(([other, at]) => other !== id && replacedAt !== null && at >= replacedAt);
}
