import { fillIn } from "@/lib/kit/text/fill-in";

/** Fills a sentence. A name that ends in a full stop, such as "Doubles & Co.", is not followed by another one. */
export const sentence = (text: string, values: Record<string, string>): string =>
  fillIn(text, values).replace(/\.\.(?=\s|$)/g, ".");

/**
 * Names come from requests and cards, so mails repeat only text that looks like a name. Mail programs could turn other
 * text into a link.
 */
const namePattern = /^[\p{L}\p{M}](?:[\p{L}\p{M}' -]|\.(?= |$)){0,59}$/u;

export const isName = (text: string): boolean => namePattern.test(text);
