import { formatMinor, type Minor } from "@/lib/kit/money";
import type { Language } from "@/lib/reference/languages";
import type { Platform } from "@/lib/reference/platforms";

/** Formats amounts, times, cards and names for mails. */

/** Uses the currency code, as the checkout page does, because "$" stands for six currencies here. */
export const amountOf = (currency: string, amount: Minor): string => `${currency} ${formatMinor(amount)}`;

export const cardOf = (last4: string): string => `•••• ${last4}`;

const timeZones: Record<Platform, string> = {
  BB: "America/Barbados",
  GD: "America/Grenada",
  GY: "America/Guyana",
  JM: "America/Jamaica",
  TT: "America/Port_of_Spain",
};

const locales: Record<Language, string> = { en: "en-GB", es: "es", fr: "fr", nl: "nl", pt: "pt" };

/** Cached: creating a `DateTimeFormat` takes longer than rendering the rest of a mail. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string, timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(locale + timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
    timeZoneName: "shortOffset",
  });
  formats.set(locale + timeZone, format);
  return format;
}

/** Formats a time in the platform's time zone, with its UTC offset, because the payer may be in another time zone. */
export const momentOf = (moment: Date, language: Language, platform: Platform): string =>
  formatOf(locales[language], timeZones[platform]).format(moment);

/**
 * Names come from requests and cards, so mails repeat only text that looks like a name. Mail programs could turn other
 * text into a link.
 */
const namePattern = /^[\p{L}\p{M}](?:[\p{L}\p{M}' -]|\.(?= |$)){0,59}$/u;

export const isName = (text: string): boolean => namePattern.test(text);
