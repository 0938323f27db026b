import {
  everyCompatibility,
  type FinalRecord,
  hashOf,
  oursOf,
  redirectOf,
  signatureName,
  signatureOf,
} from "@/lib/checkout/redirect";
import type { KeyRing, MerchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { isSame } from "@/lib/kit/secrets/crypto";

/** Pure functions that check whether we sent a redirect. All pages that verify redirects use these functions. */

/** The query parameters of a redirect URL. `repeated` contains the names that appear more than once. */
export type Returned = { values: Readonly<Record<string, string>>; repeated: ReadonlySet<string> };

export type RedirectCheck = { what: string; isGood: boolean };

/** `sent` contains the names of our parameters if we sent this redirect. Otherwise it is null. */
export type Proof = { sent: ReadonlySet<string> | null; checks: RedirectCheck[] };

export function readReturned(query: Readonly<Record<string, string | string[] | undefined>>): Returned {
  const given = Object.entries(query).map(([name, value]): [string, string[]] => [name, [value ?? []].flat()]);
  return {
    values: Object.fromEntries(given.map(([name, values]) => [name, values.join(", ")])),
    repeated: new Set(given.filter(([, values]) => values.length > 1).map(([name]) => name)),
  };
}

const plainSettings = { encodesData: false, sendsCustomerName: false };

/** The names of our parameters, without those that only a stored card or a compatibility setting adds. */
export const usualNames = oursOf({ purpose: "payment", compatibility: plainSettings });

/** The possible sets of our parameter names. A redirect URL does not show which set applies, so all are tried. */
const possibleNames = [
  usualNames,
  oursOf({ purpose: "payment", compatibility: { ...plainSettings, sendsCustomerName: true } }),
  oursOf({ purpose: "card_create", compatibility: plainSettings }),
];

export const hasRepeated = ({ repeated }: Returned, names: ReadonlySet<string>): boolean =>
  [...repeated].some((name) => names.has(name));

/** Whether `tw_signature` matches our other parameters. */
export function isSignedWith(returned: Returned, signingSecret: string): boolean {
  return possibleNames.some((names) => {
    if (hasRepeated(returned, names)) return false;
    const { [signatureName]: given = "", ...signed } = only(returned.values, names);
    return isSameText(given, signatureOf(signed, signingSecret));
  });
}

/**
 * Checks a redirect against the stored payment. Without a valid signature, the checks reveal nothing about the payment
 * that is not in the redirect URL.
 */
export function proveRedirect(returned: Returned, record: FinalRecord, ring: KeyRing): Proof {
  const secrets = ring.former ? [ring.current, ring.former] : [ring.current];
  const isSigned = secrets.some(({ signingSecret }) => isSignedWith(returned, signingSecret));
  const sent = isSigned ? findSent(returned, record, secrets) : null;
  return {
    sent,
    checks: [
      ...hashChecks(returned, record, secrets),
      { what: "tw_signature matches the other parameters and the signing secret", isGood: isSigned },
      ...(isSigned ? [{ what: "The parameters equal those of the stored payment", isGood: sent !== null }] : []),
    ],
  };
}

/**
 * Checks the hash. It covers the requested total, which is not in the redirect URL. The redirect of a stored card has a
 * `uuid` instead of a hash.
 */
function hashChecks({ values }: Returned, record: FinalRecord, secrets: readonly MerchantSecrets[]): RedirectCheck[] {
  const isExpected = values.status === "success" && values.uuid === undefined;
  if (!isExpected && values.hash === undefined) return [];
  const { transactionId, total } = record;
  const isGood = secrets.some(({ hashKey }) => isSameText(values.hash ?? "", hashOf(transactionId, total, hashKey)));
  return [{ what: "hash matches the transaction_id, the total as requested and the hash key", isGood }];
}

/** Compares the redirect with all settings and keys, because they may have changed since it was sent. */
function findSent(returned: Returned, record: FinalRecord, secrets: readonly MerchantSecrets[]) {
  for (const compatibility of everyCompatibility) {
    const possible = { ...record, compatibility };
    const names = oursOf(possible);
    const given = only(returned.values, names);
    const isSent = secrets.some((pair) => isEqual(given, sentParameters(possible, pair, names)));
    if (isSent && !hasRepeated(returned, names)) return names;
  }
  return null;
}

const sentParameters = (record: FinalRecord, secrets: MerchantSecrets, names: ReadonlySet<string>) =>
  only(Object.fromEntries(new URL(redirectOf(record, secrets).url).searchParams), names);

const only = (values: Readonly<Record<string, string>>, names: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));

const isEqual = (left: Readonly<Record<string, string>>, right: Readonly<Record<string, string>>): boolean =>
  Object.keys({ ...left, ...right }).every((name) => left[name] === right[name]);

const isSameText = (left: string, right: string): boolean => isSame(Buffer.from(left), Buffer.from(right));
