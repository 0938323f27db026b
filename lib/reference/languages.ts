/** The languages of the checkout page, each with its name in that language. */
export const languages = { en: "English", es: "Español", fr: "Français", nl: "Nederlands", pt: "Português" } as const;

export type Language = keyof typeof languages;
export const languageCodes = Object.keys(languages) as [Language, ...Language[]];
export const languageDefault: Language = "en";

/** Chooses the requested language, else the best supported language of the Accept-Language header, else English. */
export function chooseLanguage(asked: string | null | undefined, acceptLanguage: string | null | undefined): Language {
  const wishes = (acceptLanguage ?? "").slice(0, 500).split(",").map(readWish);
  wishes.sort((left, right) => right.weight - left.weight);
  const candidates = [asked ?? "", ...wishes.filter(({ weight }) => weight > 0).map(({ tag }) => tag)];
  return candidates.map(spoken).find((language) => language !== undefined) ?? languageDefault;
}

function readWish(wish: string): { tag: string; weight: number } {
  const [tag = "", ...parameters] = wish.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
}

function spoken(tag: string): Language | undefined {
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0];
  return languageCodes.find((code) => code === primary);
}

/** The first country that the Accept-Language header names, such as `TT` of `en-TT`. Empty if it names none. */
export const regionOf = (acceptLanguage: string | null | undefined): string =>
  /-([A-Z]{2})\b/.exec((acceptLanguage ?? "").slice(0, 500))?.[1] ?? "";
