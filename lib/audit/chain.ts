import { makerOfDigest, storedDigest } from "@/lib/kit/secrets/crypto";

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
  /** The latest entry of each secret, by the secret's id. */
  latest: Readonly<Record<string, Date>>;
  broken: { sequence: number; because: "gap" | "digest" } | null;
};

export const unfollowed = (accountNumber: string): Followed => ({
  accountNumber,
  sequence: 0,
  digest: beginning,
  latest: {},
  broken: null,
});

export function follow(soFar: Followed, entry: Written): Followed {
  const { accountNumber, sequence, digest, at } = entry;
  const expected = soFar.sequence + 1;
  const maker = makerOfDigest(digest, chainPurpose, ...partsOf(soFar.digest, entry));
  const problem = (): Followed["broken"] => {
    if (sequence !== expected) return { sequence: expected, because: "gap" };
    return maker === null || isTooLate(maker, soFar.latest) ? { sequence, because: "digest" } : null;
  };
  const latest = maker ? { ...soFar.latest, [maker.id]: at } : soFar.latest;
  return { accountNumber, sequence, digest, latest, broken: soFar.broken ?? problem() };
}

/**
 * A secret that was replaced may have leaked. It adds nothing to a chain that another secret continued after it was
 * replaced; the rotation continues every chain.
 */
function isTooLate({ id, replacedAt }: { id: string; replacedAt: Date | null }, latest: Followed["latest"]): boolean {
  return Object.entries(latest).some(([other, at]) => other !== id && replacedAt !== null && at >= replacedAt);
}
