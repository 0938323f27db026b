import { everyCompatibility, type FinalRecord, oursOf, redirectOf, signatureName } from "@/lib/checkout/redirect";
import type { KeyRing } from "@/lib/hash-keys/merchant-keys";
import type { Environment } from "@/lib/reference/platforms";
import {
  guessHash,
  guessSignature,
  rightHashFormula,
  rightSignatureFormula,
  type SentRedirect,
} from "./guess-computation";
import type { CheckedField, Finding, Inspection } from "./inspect-contract";
import { checkFields, type Parameters, readParameters } from "./inspected-fields";
import { findings } from "./redirect-findings";

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

export const transactionIdIn = (address: string): string | undefined =>
  readParameters(address, new Set(["transaction_id"])).transaction_id;

export function inspectRedirect(inspected: Inspected): Inspection {
  const { address, environment, payment } = inspected;
  const transactionId = transactionIdIn(address);
  if (!transactionId) return unproven(findings.noRedirect, []);
  const isHere = transactionId.startsWith("SB-") === (environment === "sandbox");
  const unchecked = checkFields(address, { kind: isHere ? "not found" : "other mode", environment });
  if (!isHere) return unproven(findings.otherEnvironment(environment), unchecked);
  if (payment.kind === "unknown") return unproven(findings.unknownPayment, unchecked);
  if (payment.kind === "unfinished") return unproven(findings.unfinished, unchecked);
  const possible = sentWith(payment.record, inspected.own);
  const sent = possible.find((each) => differencesFrom(each, address).length === 0);
  if (!sent) return judgeAddress(address, environment, possible);
  const judged = judgeComputed(inspected, payment.record, sent);
  const isFeeHashed = judged.findings.some(({ mistake }) => mistake === "fee_inclusive");
  const { customerFee: fee } = payment.record;
  const fields = checkFields(address, { kind: "genuine", environment, names: sent.names, fee, isFeeHashed });
  return { ...judged, isGenuine: true, fields };
}

const unproven = (finding: Finding, fields: CheckedField[]): Inspection => ({
  findings: [finding],
  isGenuine: false,
  yours: null,
  correct: null,
  fields,
});

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
 * name of the signature. The explanation contains no value of ours.
 */
function judgeAddress(address: string, environment: Environment, possible: readonly SentRedirect[]): Inspection {
  const [closest] = possible
    .map((sent) => ({ sent, names: differencesFrom(sent, address) }))
    .sort((one, other) => one.names.length - other.names.length);
  const { names = [], sent } = closest ?? {};
  const isDecoded = possible.some((each) => isDecodedAgain(readParameters(address, each.names), each.parameters));
  const given = readParameters(address, new Set([...names, formerSignatureName]));
  const missing = names.filter((name) => given[name] === undefined);
  const fields = checkFields(address, {
    kind: "changed",
    environment,
    names: sent?.names ?? new Set(),
    changed: new Set(names),
    missing,
  });
  return unproven(findingOf({ names, missing, given, isDecoded }), fields);
}

type Difference = {
  names: readonly string[];
  missing: readonly string[];
  given: Parameters;
  isDecoded: boolean;
};

function findingOf({ names, missing, given, isDecoded }: Difference): Finding {
  if (isDecoded) return findings.decodedTwice;
  if (missing.includes(signatureName) && given[formerSignatureName]) return findings.formerName;
  const listed = names.map((name) => `\`${name}\``).join(", ");
  return missing.length === names.length ? findings.incomplete(listed) : findings.changed(listed);
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
): Pick<Inspection, "findings" | "yours" | "correct"> {
  const { hash, [signatureName]: signature = "" } = sent.parameters;
  const rightSignature = { formula: rightSignatureFormula(sent), value: signature };
  const correct = hash === undefined ? rightSignature : { formula: rightHashFormula(payment, sent), value: hash };
  const noHash = payment.purpose === "card_create" ? findings.noHashOfCard : findings.noHash;
  const only = (finding: Finding) => ({ findings: [finding], yours: null, correct });
  if (computed === undefined) {
    if (hash === undefined) return only(noHash);
    return only(sent.age === "former" ? findings.formerUrl : findings.right);
  }
  if (computed === hash) return only(findings.rightHash);
  if (computed === signature) return { ...only(findings.rightSignature), correct: rightSignature };
  const known = { sent, own, other, environment };
  const asHash = hash !== undefined && guessHash(computed, payment, known);
  const guessed = asHash || guessSignature(computed, known);
  const yours = { formula: guessed ? guessed.yours : null, value: computed };
  if (!guessed) return { findings: [hash === undefined ? noHash : findings.wrongKey], yours, correct };
  return { findings: guessed.findings, yours, correct: asHash ? correct : rightSignature };
}
