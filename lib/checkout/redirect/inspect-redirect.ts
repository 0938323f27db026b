import type { KeyRing } from "@/lib/hash-keys/merchant-keys";
import type { Environment } from "@/lib/reference/platforms";
import { guessHash, guessSignature, type SentRedirect } from "./guess-computation";
import { everyCompatibility, type FinalRecord, oursOf, redirectOf, signatureName } from "./redirect";
import { type Finding, findings } from "./redirect-findings";

/** Input of the hash inspector, which answers "Why is my hash wrong?". */
export type Inspected = {
  address: string;
  /** The hash or signature that the shop's code computed. */
  computed: string | undefined;
  environment: Environment;
  /** The payment with the transaction id in the redirect URL. `unknown` means that the account has no such payment. */
  payment: { kind: "final"; record: FinalRecord } | { kind: "unfinished" } | { kind: "unknown" };
  own: KeyRing;
  /** The merchant's keys in the other environment, or null if there are none. */
  other: KeyRing | null;
};

type Parameters = Readonly<Record<string, string>>;

export const transactionIdIn = (address: string): string | undefined =>
  readParameters(address, new Set(["transaction_id"])).transaction_id;

export function inspectRedirect(inspected: Inspected): Finding[] {
  const { address, environment, payment } = inspected;
  const transactionId = transactionIdIn(address);
  if (!transactionId) return [findings.noRedirect];
  if (transactionId.startsWith("SB-") !== (environment === "sandbox")) return [findings.otherEnvironment(environment)];
  if (payment.kind === "unknown") return [findings.unknownPayment];
  if (payment.kind === "unfinished") return [findings.unfinished];
  const possible = sentWith(payment.record, inspected.own);
  const sent = possible.find((each) => differencesFrom(each, address).length === 0);
  return sent ? judgeComputed(inspected, payment.record, sent) : [judgeAddress(address, possible)];
}

/**
 * The value of a parameter that appears twice. It never equals a value that we send, because our values do not contain
 * NUL.
 */
const givenTwice = "\0";

function readParameters(address: string, names: ReadonlySet<string>): Parameters {
  const [beforeFragment = ""] = address.trim().split("#");
  const read: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(beforeFragment.slice(beforeFragment.indexOf("?") + 1))) {
    if (names.has(name)) read[name] = name in read ? givenTwice : value;
  }
  return read;
}

/**
 * All redirects that we may have sent for the payment. The current settings and keys come first, because most redirects
 * use them.
 */
function sentWith(payment: FinalRecord, { current, former, next }: KeyRing): SentRedirect[] {
  const keys = { current, former, next };
  const ages = (["current", "former", "next"] as const).filter((age) => keys[age] !== null);
  return [payment.compatibility, ...everyCompatibility].flatMap((compatibility) =>
    ages.flatMap((age) => {
      const secrets = keys[age];
      if (!secrets) return [];
      const record = { ...payment, compatibility };
      const names = oursOf(record);
      return [{ age, secrets, names, parameters: readParameters(redirectOf(record, secrets).url, names) }];
    }),
  );
}

const differencesFrom = ({ names, parameters }: SentRedirect, address: string): string[] =>
  differing(readParameters(address, names), parameters);

const differing = (given: Parameters, sent: Parameters): string[] =>
  [...new Set([...Object.keys(sent), ...Object.keys(given)])].filter((name) => given[name] !== sent[name]);

/**
 * Explains how a redirect URL differs from the one that we sent: it was decoded twice, cut or changed, or has the old
 * name of the signature.
 */
function judgeAddress(address: string, possible: readonly SentRedirect[]): Finding {
  const isDecoded = ({ names, parameters }: SentRedirect) => isDecodedAgain(readParameters(address, names), parameters);
  if (possible.some(isDecoded)) return findings.decodedTwice;
  const [names = []] = possible
    .map((sent) => differencesFrom(sent, address))
    .sort((one, other) => one.length - other.length);
  const given = readParameters(address, new Set([...names, formerSignatureName]));
  if (names.includes(signatureName) && !given[signatureName] && given[formerSignatureName]) return findings.formerName;
  const listed = names.join(", ");
  return names.every((name) => given[name] === undefined) ? findings.incomplete(listed) : findings.changed(listed);
}

/** The former name of `tw_signature`. It collided with a parameter that shops use themselves. */
const formerSignatureName = "signature";

const decodings = [decodeURI, decodeURIComponent, (text: string) => decodeURIComponent(text.replaceAll("+", " "))];

function isDecodedAgain(given: Parameters, sent: Parameters): boolean {
  const query = new URLSearchParams(sent).toString();
  const names = new Set(Object.keys({ ...sent, ...given }));
  return decodings.some((decode) => differing(given, readParameters(`?${decode(query)}`, names)).length === 0);
}

/**
 * Explains the value that the shop computed. The redirect URL is exactly as we sent it, so the mistake is in that
 * value.
 */
function judgeComputed(
  { computed, own, other, environment }: Inspected,
  payment: FinalRecord,
  sent: SentRedirect,
): Finding[] {
  const { hash, [signatureName]: signature } = sent.parameters;
  const noHash = payment.purpose === "card_create" ? findings.noHashOfCard : findings.noHash;
  if (computed === undefined) {
    if (hash === undefined) return [noHash];
    return [sent.age === "former" ? findings.formerAddress : findings.right];
  }
  if (computed === hash || computed === signature) return [findings.rightValue];
  const known = { sent, own, other, environment };
  const guessed = (hash !== undefined && guessHash(computed, payment, known)) || guessSignature(computed, known);
  return guessed || [hash === undefined ? noHash : findings.wrongKey];
}
