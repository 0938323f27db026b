import type { Language } from "@/lib/reference/languages";

export type PageLinks = ReturnType<typeof pageLinks>;

/** The URLs of forms and links that work without JavaScript. They keep the chosen language. */
export function pageLinks(base: string, language: Language) {
  const query = `?lang=${language}`;
  return {
    here: query,
    allCountries: `${query}&countries=all`,
    pay: `${base}/pay${query}`,
    leave: `${base}/leave${query}`,
    extend: `${base}/extend${query}`,
    cancelChallenge: `${base}/challenge/cancel${query}`,
  };
}
