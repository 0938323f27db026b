import { ageOfDigest, storedDigest } from "@/lib/kit/crypto";

export const chainPurpose = "audit chain";

/** What is written down of a change. Never a secret, nor more of a number than its end. */
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

/** Covers the digest before it: whoever changes, moves or leaves out an entry breaks every one that follows. */
export const digestOf = (previous: Uint8Array, entry: Entry): Uint8Array<ArrayBuffer> =>
  storedDigest(chainPurpose, ...partsOf(previous, entry));

function partsOf(previous: Uint8Array, entry: Entry): (string | Uint8Array)[] {
  const { accountNumber, sequence, at, actor, action, subject, detail } = entry;
  const about = subject === null ? "" : `about ${subject}`;
  return [previous, accountNumber, String(sequence), at.toISOString(), actor, action, about, canonical(detail)];
}

/** PostgreSQL keeps the fields of a JSON object in an order of its own. */
const canonical = (detail: Detail): string =>
  JSON.stringify(Object.entries(detail).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Before the first entry of an account. */
export const beginning = new Uint8Array();

export type Written = Entry & { digest: Uint8Array };

/** How far a chain was followed, and where it first broke: an entry is missing, or not as it was written. */
export type Followed = {
  accountNumber: string;
  sequence: number;
  digest: Uint8Array;
  /** How old the secret is that made the digest: 0 is the active one. */
  secretAge: number;
  broken: { sequence: number; because: "gap" | "digest" } | null;
};

export const unfollowed = (accountNumber: string): Followed => ({
  accountNumber,
  sequence: 0,
  digest: beginning,
  secretAge: Number.POSITIVE_INFINITY,
  broken: null,
});

export function follow(soFar: Followed, entry: Written): Followed {
  const { accountNumber, sequence, digest } = entry;
  const expected = soFar.sequence + 1;
  const age = ageOfDigest(digest, chainPurpose, ...partsOf(soFar.digest, entry));
  const problem = (): Followed["broken"] => {
    if (sequence !== expected) return { sequence: expected, because: "gap" };
    // A secret that was replaced may have leaked, so it vouches for no entry after the first of its successor.
    return age === null || age > soFar.secretAge ? { sequence, because: "digest" } : null;
  };
  return { accountNumber, sequence, digest, secretAge: age ?? soFar.secretAge, broken: soFar.broken ?? problem() };
}
