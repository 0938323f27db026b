import type { Language } from "@/lib/reference/languages";

export type PageLinks = ReturnType<typeof pageLinks>;

/** Where forms and links lead that work without scripts; the language that was chosen goes along. */
export function pageLinks(base: string, language: Language) {
  const query = `?lang=${language}`;
  return {
    here: query,
    pay: `${base}/pay${query}`,
    leave: `${base}/leave${query}`,
    cancelChallenge: `${base}/challenge/cancel${query}`,
  };
}
