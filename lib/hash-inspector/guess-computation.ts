import { type FinalRecord, signatureName } from "@/lib/checkout/redirect";
import type { KeyRing, MerchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { formatMinor } from "@/lib/kit/money";
import type { Environment } from "@/lib/reference/platforms";
import { debited } from "@/lib/transactions/record";
import {
  computeHash,
  computeSignature,
  direct,
  type HashRecipe,
  hashFormula,
  inCapitals,
  keyed,
  type Layout,
  type NamedDigest,
  plain,
  type SignatureRecipe,
  signatureFormula,
  type Term,
} from "./computation";
import type { Finding, Formula } from "./inspect-contract";
import { findings, type KeyAge, modeOf, otherOf } from "./redirect-findings";

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

export type Guess = { findings: Finding[]; yours: Formula };

type Way<Recipe> = { change: Partial<Recipe>; finding: Finding };
type Computing<Recipe> = { compute: (recipe: Recipe) => string; formula: (recipe: Recipe, right: Recipe) => Formula };
const mistakesMax = 2;

/**
 * Returns the smallest set of mistakes that leads to the computed value, or null. A set has at most one mistake from
 * each list in `ways`.
 */
function guess<Recipe extends object>(
  computed: string,
  right: Recipe,
  ways: readonly (readonly Way<Recipe>[])[],
  { compute, formula }: Computing<Recipe>,
): Guess | null {
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
  const guessed = byMistakes.find(({ recipe }) => compute(recipe) === computed);
  return guessed ? { findings: guessed.found, yours: formula(guessed.recipe, right) } : null;
}

const otherDigests = (right: string, others: Readonly<Record<string, NamedDigest>>) =>
  Object.entries(others).map(([name, digest]) => ({
    change: { digest },
    finding: findings.otherDigest(name, right),
  }));

/* Mistakes in computing the hash. */

const md5 = plain("md5");

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

const orders: Layout["order"][] = [
  ["id", "key", "total"],
  ["total", "id", "key"],
  ["total", "key", "id"],
  ["key", "id", "total"],
  ["key", "total", "id"],
];
const separators = [" ", "|", ":", ";", "-", "_", ",", "+", "&", ".", "/", "#", "\n", "\t"];
const endings = ["\n", "\r\n", " "];

const withLayout = (change: Partial<Layout>, finding: Finding) => ({
  change: { layout: { ...direct, ...change } },
  finding,
});

const layouts = [
  ...orders.map((order) => withLayout({ order }, findings.wrongOrder)),
  ...separators.map((between) => withLayout({ between }, findings.separators)),
  ...endings.map((after) => withLayout({ after }, findings.separators)),
];

const amountTerm = (amount: string): Term => ({ value: amount, shown: `"${amount}"` });

function rightHash({ transactionId, total }: FinalRecord, { secrets }: SentRedirect): HashRecipe {
  return {
    id: { value: transactionId, shown: "transaction_id" },
    total: amountTerm(formatMinor(total)),
    key: { value: secrets.hashKey, shown: "hash_key" },
    layout: direct,
    digest: md5,
  };
}

export function rightHashFormula(payment: FinalRecord, sent: SentRedirect): Formula {
  const right = rightHash(payment, sent);
  return hashFormula(right, right);
}

export function guessHash(computed: string, payment: FinalRecord, known: Known): Guess | null {
  const { transactionId: id, orderId } = payment;
  const right = rightHash(payment, known.sent);
  const ways = [
    totalsOf(payment).filter(({ change }) => change.total.value !== right.total.value),
    [
      { change: { id: { value: orderId, shown: "order_id" } }, finding: findings.orderId },
      ...(id.startsWith("SB-")
        ? [{ change: { id: { value: id.slice(3), shown: `"${id.slice(3)}"` } }, finding: findings.withoutPrefix }]
        : []),
    ],
    keysOf(known, "hashKey"),
    layouts,
    hashDigests,
  ];
  return guess<HashRecipe>(computed, right, ways, { compute: computeHash, formula: hashFormula });
}

const withoutDecimals = (amount: string): string => amount.replace(/\.?0+$/, "");

function totalsOf(payment: FinalRecord) {
  const [asked, taken] = [formatMinor(payment.total), formatMinor(debited(payment))];
  const missing = [withoutDecimals(asked), String(payment.total)];
  const inclusive = taken === asked ? [] : [taken, withoutDecimals(taken)];
  return [
    ...missing.map((used) => ({
      change: { total: amountTerm(used) },
      finding: findings.missingDecimals(used, asked),
    })),
    ...inclusive.map((used) => ({ change: { total: amountTerm(used) }, finding: findings.feeInclusive(used, asked) })),
  ];
}

const ageNames: Readonly<Record<SentRedirect["age"], KeyAge>> = { former: "former", current: "current", next: "new" };

const secretNames = { hashKey: "hash_key", signingSecret: "signing_secret" };
const ages = ["current", "former", "next"] as const;

/** Every other secret of the account that a shop could have used by mistake. */
function keysOf({ sent, own, other, environment }: Known, needed: keyof MerchantSecrets) {
  const wrong = needed === "hashKey" ? "signingSecret" : "hashKey";
  const mixedUp = needed === "hashKey" ? findings.signingAsHashKey : findings.hashKeyAsSigning;
  const wayTo = (key: string | undefined, shown: string, finding: Finding) =>
    key === undefined ? [] : [{ change: { key: { value: key, shown } }, finding }];
  return [
    ...ages
      .filter((age) => age !== sent.age)
      .flatMap((age) => {
        const finding = findings.rotation(ageNames[age], ageNames[sent.age]);
        return wayTo(own[age]?.[needed], `${ageNames[age]}_${secretNames[needed]}`, finding);
      }),
    ...ages.flatMap((age) => {
      const finding = findings.otherKey(environment);
      return wayTo(other?.[age]?.[needed], `${modeOf[otherOf(environment)]}_${secretNames[needed]}`, finding);
    }),
    ...ages.flatMap((age) => wayTo(own[age]?.[wrong], secretNames[wrong], mixedUp)),
  ];
}

/* Mistakes that merchants make when they compute `tw_signature`. */

const hmac = keyed("sha256");
const signatureDigests = [
  { change: { digest: inCapitals(hmac) }, finding: findings.upperCase },
  ...otherDigests("its HMAC-SHA256", {
    "the HMAC-SHA1": keyed("sha1"),
    "the HMAC-MD5": keyed("md5"),
    "the plain SHA-256": plain("sha256"),
    "the SHA-256 of text and secret": {
      name: "sha256_of_both",
      of: (text, key) => plain("sha256").of(text + key, key),
    },
  }),
];

const written = (pairs: string[][]) => new URLSearchParams(pairs).toString();

function rightSignature({ parameters, secrets }: SentRedirect) {
  const { [signatureName]: _, ...signed } = parameters;
  const asSent = Object.entries(signed);
  const sorted = [...asSent].sort(([one], [other]) => (one < other ? -1 : 1));
  const recipe: SignatureRecipe = {
    text: { value: written(sorted), shown: "sorted_parameters" },
    key: { value: secrets.signingSecret, shown: "signing_secret" },
    digest: hmac,
  };
  return { asSent, sorted, recipe };
}

export function rightSignatureFormula(sent: SentRedirect): Formula {
  const { recipe } = rightSignature(sent);
  return signatureFormula(recipe, recipe);
}

export function guessSignature(computed: string, known: Known): Guess | null {
  const { asSent, sorted, recipe: right } = rightSignature(known.sent);
  const joined = (pairs: string[][]) => pairs.map((pair) => pair.join("=")).join("&");
  const decodedAgain = ([name = "", value = ""]: string[]) => [name, new URLSearchParams(`v=${value}`).get("v") ?? ""];
  const withText = (value: string, shown: string, finding: Finding) => ({
    change: { text: { value, shown } },
    finding,
  });
  const texts = [
    withText(written(sorted.map(decodedAgain)), "parameters_decoded_twice", findings.decodedTwice),
    withText(written(asSent), "unsorted_parameters", findings.unsorted),
    withText(right.text.value.replaceAll("+", "%20"), "parameters_with_%20", findings.otherEncoding),
    withText(joined(sorted), "parameters_without_encoding", findings.otherEncoding),
  ].filter(({ change }) => change.text.value !== right.text.value);
  const ways = [texts, keysOf(known, "signingSecret"), signatureDigests];
  return guess<SignatureRecipe>(computed, right, ways, { compute: computeSignature, formula: signatureFormula });
}
