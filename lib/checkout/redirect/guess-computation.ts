import { createHash, createHmac } from "node:crypto";
import type { KeyRing, MerchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { formatMinor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";
import { debited } from "@/lib/transactions/record";
import { type FinalRecord, signatureName } from "./redirect";
import { type Finding, findings } from "./redirect-findings";

/**
 * A redirect that we may have sent, signed with one of the account's key pairs. `names` are the names of our
 * parameters.
 */
export type SentRedirect = {
  age: "former" | "current" | "next";
  secrets: MerchantSecrets;
  names: ReadonlySet<string>;
  parameters: Readonly<Record<string, string>>;
};

/**
 * The input for guessing a shop's mistake. The guess tries every known mistake, alone and in pairs, until one leads to
 * the value that the shop computed.
 */
export type Known = { sent: SentRedirect; own: KeyRing; other: KeyRing | null; environment: Environment };

type Way<Recipe> = { change: Partial<Recipe>; finding: Finding };
const mistakesMax = 2;

/**
 * Returns the smallest set of mistakes that leads to the computed value, or null. A set has at most one mistake from
 * each list in `ways`.
 */
function guess<Recipe extends object>(
  computed: string,
  right: Recipe,
  ways: readonly (readonly Way<Recipe>[])[],
  compute: (recipe: Recipe) => string,
): Finding[] | null {
  let candidates: { recipe: Recipe; found: Finding[] }[] = [{ recipe: right, found: [] }];
  for (const way of ways) {
    candidates = candidates.flatMap(({ recipe, found }) => [
      { recipe, found },
      ...(found.length < mistakesMax ? way : []).map(({ change, finding }) => ({
        recipe: { ...recipe, ...change },
        found: [...found, finding],
      })),
    ]);
  }
  const byMistakes = candidates.sort((one, other) => one.found.length - other.found.length);
  return byMistakes.find(({ recipe }) => compute(recipe) === computed)?.found ?? null;
}

type Digest = (text: string, key: string) => string;
const plain =
  (algorithm: string): Digest =>
  (text) =>
    createHash(algorithm).update(text).digest("hex");
const keyed =
  (algorithm: string): Digest =>
  (text, key) =>
    createHmac(algorithm, key).update(text).digest("hex");
const inCapitals =
  (digest: Digest): Digest =>
  (text, key) =>
    digest(text, key).toUpperCase();

const otherDigests = (right: string, others: Readonly<Record<string, Digest>>) =>
  Object.entries(others).map(([name, digest]) => ({
    change: { digest },
    finding: findings.otherDigest(name, right),
  }));

/* Mistakes in computing the hash. */

type HashRecipe = { id: string; total: string; key: string; layout: Layout; digest: Digest };
type Layout = (id: string, total: string, key: string) => string;

const md5 = plain("md5");
const direct: Layout = (id, total, key) => id + total + key;

const hashDigests = [
  { change: { digest: inCapitals(md5) }, finding: findings.upperCase },
  ...otherDigests("its MD5", {
    "the SHA-1": plain("sha1"),
    "the SHA-256": plain("sha256"),
    "the SHA-512": plain("sha512"),
    "an HMAC-MD5": keyed("md5"),
    "an HMAC-SHA256": keyed("sha256"),
  }),
];

const orders: Layout[] = [
  (id, total, key) => id + key + total,
  (id, total, key) => total + id + key,
  (id, total, key) => total + key + id,
  (id, total, key) => key + id + total,
  (id, total, key) => key + total + id,
];
const separators = [" ", "|", ":", ";", "-", "_", ",", "+", "&", ".", "/", "#", "\n", "\t"];
const around: Layout[] = ["\n", "\r\n", " "].map((end) => (id, total, key) => id + total + key + end);

const layouts = [
  ...orders.map((layout) => ({ change: { layout }, finding: findings.wrongOrder })),
  ...separators.map((separator) => ({
    change: { layout: (...parts: string[]) => parts.join(separator) },
    finding: findings.separators,
  })),
  ...around.map((layout) => ({ change: { layout }, finding: findings.separators })),
];

export function guessHash(computed: string, payment: FinalRecord, known: Known): Finding[] | null {
  const { transactionId: id, orderId } = payment;
  const total = formatMinor(payment.total);
  const right = { id, total, key: known.sent.secrets.hashKey, layout: direct, digest: md5 };
  const ways = [
    totalsOf(payment).filter(({ change }) => change.total !== total),
    [
      { change: { id: orderId }, finding: findings.orderId },
      ...(id.startsWith("SB-") ? [{ change: { id: id.slice(3) }, finding: findings.withoutPrefix }] : []),
    ],
    keysOf(known, "hashKey"),
    layouts,
    hashDigests,
  ];
  return guess<HashRecipe>(computed, right, ways, ({ digest, layout, ...of }) =>
    digest(layout(of.id, of.total, of.key), of.key),
  );
}

const withoutDecimals = (amount: string): string => amount.replace(/\.?0+$/, "");

function totalsOf(payment: FinalRecord) {
  const [asked, taken] = [formatMinor(payment.total), formatMinor(debited(payment))];
  const missing = [withoutDecimals(asked), String(payment.total)];
  const inclusive = taken === asked ? [] : [taken, withoutDecimals(taken)];
  return [
    ...missing.map((total) => ({ change: { total }, finding: findings.missingDecimals })),
    ...inclusive.map((total) => ({ change: { total }, finding: findings.feeInclusive })),
  ];
}

/** Every other secret of the account that a shop could have used by mistake. */
function keysOf({ sent, own, other, environment }: Known, needed: keyof MerchantSecrets) {
  const ageNames = { former: "former", current: "present", next: "coming" } as const;
  const ages = (["current", "former", "next"] as const).filter((age) => age !== sent.age);
  const mixedUp = needed === "hashKey" ? findings.signingAsHashKey : findings.hashKeyAsSigning;
  const wrongly = needed === "hashKey" ? "signingSecret" : "hashKey";
  const key = (secrets: MerchantSecrets | null | undefined, name: keyof MerchantSecrets, finding: Finding) =>
    secrets ? [{ change: { key: secrets[name] }, finding }] : [];
  return [
    ...ages.flatMap((age) => key(own[age], needed, findings.rotation(ageNames[age], ageNames[sent.age]))),
    ...[other?.current, other?.former, other?.next].flatMap((one) => key(one, needed, findings.otherKey(environment))),
    ...[own.current, own.former, own.next].flatMap((one) => key(one, wrongly, mixedUp)),
  ];
}

/* Mistakes that merchants make when they compute `tw_signature`. */

type SignatureRecipe = { key: string; text: string; digest: Digest };

const hmac = keyed("sha256");
const signatureDigests = [
  { change: { digest: inCapitals(hmac) }, finding: findings.upperCase },
  ...otherDigests("its HMAC-SHA256", {
    "the HMAC-SHA1": keyed("sha1"),
    "the HMAC-MD5": keyed("md5"),
    "the plain SHA-256": plain("sha256"),
    "the SHA-256 of text and secret": (text, key) => plain("sha256")(text + key, key),
  }),
];

export function guessSignature(computed: string, known: Known): Finding[] | null {
  const { [signatureName]: _, ...signed } = known.sent.parameters;
  const asSent = Object.entries(signed);
  const sorted = [...asSent].sort(([one], [other]) => (one < other ? -1 : 1));
  const written = (pairs: string[][]) => new URLSearchParams(pairs).toString();
  const joined = (pairs: string[][]) => pairs.map((pair) => pair.join("=")).join("&");
  const decodedAgain = ([name = "", value = ""]: string[]) => [name, new URLSearchParams(`v=${value}`).get("v") ?? ""];
  const right = { key: known.sent.secrets.signingSecret, text: written(sorted), digest: hmac };
  const texts = [
    { change: { text: written(sorted.map(decodedAgain)) }, finding: findings.decodedTwice },
    { change: { text: written(asSent) }, finding: findings.unsorted },
    { change: { text: right.text.replaceAll("+", "%20") }, finding: findings.otherEncoding },
    { change: { text: joined(sorted) }, finding: findings.otherEncoding },
  ].filter(({ change }) => change.text !== right.text);
  const ways = [texts, keysOf(known, "signingSecret"), signatureDigests];
  return guess<SignatureRecipe>(computed, right, ways, ({ digest, text, key }) => digest(text, key));
}
