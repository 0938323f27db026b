import type { Language } from "@/lib/reference/languages";

/** The content of a mail, rendered as text and as HTML. */
export type Content = {
  language: Language;
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  facts: readonly Fact[];
  /** The recipient's next step, or a contact. Without a `url` it is shown as plain text. */
  link: Link | null;
  /** A second link for another choice, such as refusing instead of confirming. */
  otherLink?: Link;
  footer: string;
};

export type Link = { lead: string; label: string; url: string | null };

export type Fact = readonly [label: string, value: string];

const subjectLengthMax = 150;

/**
 * Removes line breaks and bidirectional controls from names and order ids, which come from outside. They must not start
 * a new line or mail header, nor reverse the text direction.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, " ").trim();
}

export function subjectOf({ subject }: Content): string {
  const characters = [...oneLine(subject)];
  return characters.length > subjectLengthMax
    ? `${characters.slice(0, subjectLengthMax - 1).join("")}…`
    : characters.join("");
}
