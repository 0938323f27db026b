import type { KeyRing } from "@/lib/hash-keys/merchant-keys";
import type { Environment } from "@/lib/reference/platforms";
import { guessHash, guessSignature, type SentRedirect } from "./guess-computation";
import { everyCompatibility, type FinalRecord, oursOf, redirectOf, signatureName } from "./redirect";
import { type Finding, findings } from "./redirect-findings";

/** "Why is my hash wrong?": what an address, and the value a shop computed for it, say to whoever knows the payment. */
export type Inspected = {
  address: string;
  /** The hash or the signature, as the shop's own code computed it. */
  computed: string | undefined;
  environment: Environment;
  /** The payment that the address names; null where the account has none of that name. */
  payment: FinalRecord | "unfinished" | null;
  own: KeyRing;
  /** Of the other environment, should there be any. */
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
  if (!payment) return [findings.unknownPayment];
  if (payment === "unfinished") return [findings.unfinished];
  const possible = sentWith(payment, inspected.own);
  const sent = possible.find((each) => differencesFrom(each, address).length === 0);
  return sent ? judgeComputed(inspected, payment, sent) : [judgeAddress(address, possible)];
}

/** No parameter of ours holds NUL, so a value that was given twice equals none that we sent. */
const givenTwice = "\0";

function readParameters(address: string, names: ReadonlySet<string>): Parameters {
  const [beforeFragment = ""] = address.trim().split("#");
  const read: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(beforeFragment.slice(beforeFragment.indexOf("?") + 1))) {
    if (names.has(name)) read[name] = name in read ? givenTwice : value;
  }
  return read;
}

/** Today's settings and keys come first: most addresses were made with them. */
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

/** An address that is not as we sent it: read wrongly, cut, changed, or sent under the signature's former name. */
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

/** What `tw_signature` was called before. It collided with a parameter that shops use themselves. */
const formerSignatureName = "signature";

const decodings = [decodeURI, decodeURIComponent, (text: string) => decodeURIComponent(text.replaceAll("+", " "))];

function isDecodedAgain(given: Parameters, sent: Parameters): boolean {
  const query = new URLSearchParams(sent).toString();
  const names = new Set(Object.keys({ ...sent, ...given }));
  return decodings.some((decode) => differing(given, readParameters(`?${decode(query)}`, names)).length === 0);
}

/** The address is ours to the letter: what is left is what the shop made of it. */
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
