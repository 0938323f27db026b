import { createHash, createHmac } from "node:crypto";
import type { Formula } from "./inspect-contract";

/** How a shop's code computes a hash or a signature, and the formula that pages show for it. */

/** A value and the text that stands for it in a formula. The text of a secret is its name. */
export type Term = { value: string; shown: string };

export type NamedDigest = { name: string; of: (text: string, key: string) => string };

export const plain = (algorithm: string): NamedDigest => ({
  name: algorithm,
  of: (text) => createHash(algorithm).update(text).digest("hex"),
});

export const keyed = (algorithm: string): NamedDigest => ({
  name: `hmac_${algorithm}`,
  of: (text, key) => createHmac(algorithm, key).update(text).digest("hex"),
});

export const inCapitals = ({ name, of }: NamedDigest): NamedDigest => ({
  name: `upper_case(${name})`,
  of: (text, key) => of(text, key).toUpperCase(),
});

type Part = "id" | "total" | "key";

/** The order of the parts of the hash, and what the code writes between and after them. */
export type Layout = { order: readonly Part[]; between: string; after: string };

export const direct: Layout = { order: ["id", "total", "key"], between: "", after: "" };

export type HashRecipe = Record<Part, Term> & { layout: Layout; digest: NamedDigest };

export function computeHash({ layout, digest, ...terms }: HashRecipe): string {
  const text = layout.order.map((part) => terms[part].value).join(layout.between) + layout.after;
  return digest.of(text, terms.key.value);
}

export function hashFormula(recipe: HashRecipe, right: HashRecipe): Formula {
  const { order, between, after } = recipe.layout;
  const isReordered = order.join() !== right.layout.order.join();
  const terms = order.map((part) =>
    marked(recipe[part].shown, isReordered || recipe[part].shown !== right[part].shown),
  );
  const plus = piece(" + ");
  const joint = between ? [plus, ...marked(JSON.stringify(between), true), plus] : [plus];
  return inDigest(recipe.digest, right.digest, [
    ...terms.flatMap((term, index) => (index === 0 ? term : [...joint, ...term])),
    ...(after ? [plus, ...marked(JSON.stringify(after), true)] : []),
  ]);
}

const piece = (text: string, isWrong = false) => ({ text, isWrong });

/** The quotes around a value are pieces of their own, so that only the value is marked. */
function marked(shown: string, isWrong: boolean): Formula {
  const [, value] = /^"(.*)"$/.exec(shown) ?? [];
  return value === undefined ? [piece(shown, isWrong)] : [piece('"'), piece(value, isWrong), piece('"')];
}

export type SignatureRecipe = { text: Term; key: Term; digest: NamedDigest };

export const computeSignature = ({ digest, text, key }: SignatureRecipe): string => digest.of(text.value, key.value);

export const signatureFormula = (recipe: SignatureRecipe, right: SignatureRecipe): Formula =>
  inDigest(recipe.digest, right.digest, [
    { text: recipe.text.shown, isWrong: recipe.text.shown !== right.text.shown },
    { text: ", ", isWrong: false },
    { text: recipe.key.shown, isWrong: recipe.key.shown !== right.key.shown },
  ]);

const inDigest = (digest: NamedDigest, right: NamedDigest, inner: Formula): Formula => [
  { text: digest.name, isWrong: digest.name !== right.name },
  { text: "(", isWrong: false },
  ...inner,
  { text: ")", isWrong: false },
];
