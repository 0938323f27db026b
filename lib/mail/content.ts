import type { Language } from "@/lib/reference/languages";

/** What a mail says, whatever it is written as. */
export type Content = {
  language: Language;
  subject: string;
  greeting: string;
  paragraphs: readonly string[];
  facts: readonly Fact[];
  /** Whom or what to turn to next. Without an address it can be read and not followed. */
  link: Link | null;
  /** The other choice, where there are two. */
  otherLink?: Link;
  footer: string;
};

export type Link = { lead: string; label: string; url: string | null };

export type Fact = readonly [label: string, value: string];

const subjectLengthMax = 150;

/**
 * One line of ordinary text: names and orders come from outside, and must neither begin a line or a header of their own nor turn
 * the writing around.
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
