import type { Reply } from "@/tests/support/http/client";
import { type Contract, shapesOf } from "./contract-fields";

/** Markup that is put into text fields, and the search for it in pages. */

let last = 0;
/** Closes an attribute in either kind of quotes and opens an element; its number says which field it was in. */
export const newMarkup = (): string => `"'<tw.x${++last}>`;
const numbers = /tw\.x\d+/g;
export const numbersIn = (text: string): string[] => text.match(numbers) ?? [];

/**
 * How markup may stand in a page: in text and attributes, in scripts, and in addresses; also escaped more than once.
 */
const ampersand = String.raw`(&|\\+u0026)(amp;)*`;
const singleQuote = `${ampersand}#(x27|39);`;
const escapedForms = [
  new RegExp(`${ampersand}quot;${singleQuote}${ampersand}lt;$`),
  /\\+(u0022|")'\\+u003c$/,
  new RegExp(`%(25)*22('|%(25)*27|${singleQuote})%(25)*3C$`, "i"),
];

/** What stands before each piece of markup that is not escaped. The source of a mail breaks its lines with "=". */
export function unescapedIn(html: string): string[] {
  const whole = html.replace(/=(\r?\n|(\\r)?\\n)/g, "");
  return [...whole.matchAll(numbers)]
    .map(({ index }) => whole.slice(Math.max(0, index - 60), index))
    .filter((before) => !escapedForms.some((form) => form.test(before)));
}

/** Proofs of who somebody is; no page shows them. */
const secrets = /password|^(code|ticket|otp|refresh_token)$/;

/** The fields of a contract's body that take any text and may be shown. */
export function textFieldsOf(contract: Contract): string[] {
  const fields = shapesOf(contract).flatMap((shape) => Object.entries(shape));
  const open = fields.filter(([, schema]) => schema.safeParse(`"'<tw.x>`).success).map(([name]) => name);
  return [...new Set(open)].filter((name) => !secrets.test(name));
}

export type Accepted = { field: string; markup: string }[];

/**
 * Sends a body with markup in all of `fields`. A field that refuses it is sent as an address with it, then as in
 * `valid`.
 */
export async function sendMarkup(
  fields: readonly string[],
  valid: Readonly<Record<string, unknown>>,
  send: (json: object) => Promise<Reply>,
): Promise<{ reply: Reply; accepted: Accepted }> {
  const markups = new Map(fields.map((field) => [field, newMarkup()]));
  const inAddress = new Set<string>();
  for (;;) {
    const given = [...markups].map(([field, markup]) => [
      field,
      inAddress.has(field) ? `https://shop.example/${markup}` : markup,
    ]);
    const reply = await send({ ...valid, ...Object.fromEntries(given) });
    const wrong = Object.keys(reply.body?.errors ?? {}).filter((field) => markups.has(field));
    if (wrong.length === 0) return { reply, accepted: [...markups].map(([field, markup]) => ({ field, markup })) };
    for (const field of wrong) {
      if (inAddress.has(field)) markups.delete(field);
      else inAddress.add(field);
    }
  }
}
