import type { CardNetwork } from "@/lib/reference/card-networks";
import type { Language } from "@/lib/reference/languages";

/** The content of a mail, rendered as text and as HTML with the same facts in the same order. */
export type Content = {
  language: Language;
  subject: string;
  /** The merchant that leads a mail to its customer. Null: Tradewind writes for itself. */
  brand: Brand | null;
  /** The line below the sender's name. */
  heading: string;
  amount?: Amount;
  greeting?: string;
  paragraphs: readonly string[];
  /** Groups of facts, with a line between them. */
  facts: readonly (readonly Fact[])[];
  /** The recipient's next step. */
  button?: Button;
  /** Another choice, such as refusing instead of confirming. */
  otherButton?: Button;
  closing: readonly (string | Contact)[];
  footer: string;
};

export type Brand = {
  name: string;
  /** `#rrggbb`, or null for Tradewind's colour. */
  colour: string | null;
  /** The id of the merchant's picture, or null. */
  picture: string | null;
};

type Amount = { label: string; value: string; detail: string };

export type Button = { label: string; url: string };

/** A sentence around a contact. Without a `url` the contact is plain text. */
export type Contact = { before: string; label: string; after: string; url: string | null };

/**
 * `look`: a network shows its artwork before the value, `code` is for ids, `sum` for parts of a sum, `total` ends it.
 */
export type Fact = readonly [label: string, value: string, look?: CardNetwork | "code" | "sum" | "total" | null];

const subjectLengthMax = 150;

/**
 * Removes line breaks and bidirectional controls from names and order ids, which come from outside. They must not start
 * a new line or mail header, nor reverse the text direction.
 */
export const withoutControls = (text: string): string => text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, " ");

export const oneLine = (text: string): string => withoutControls(text).trim();

export function subjectOf({ subject }: Content): string {
  const characters = [...oneLine(subject)];
  return characters.length > subjectLengthMax
    ? `${characters.slice(0, subjectLengthMax - 1).join("")}…`
    : characters.join("");
}

export const senderOf = ({ brand }: Content): string => brand?.name ?? "Tradewind";

export const buttonsOf = ({ button, otherButton }: Content): Button[] => [button ?? [], otherButton ?? []].flat();
