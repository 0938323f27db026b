import { docsPages } from "./pages";

/** A section of a page that can be found. `page` says where it is: its page, or the group of the page itself. */
export type SearchEntry = { page: string; title: string; address: string; text: string };

let entries: SearchEntry[] | undefined;

/** The index of the search: every section of every page, in reading order. The browser loads it as JSON. */
export function searchIndex(): SearchEntry[] {
  entries ??= docsPages().all.flatMap(({ address, title, crumbs, sections }) =>
    sections.map((section) => ({
      page: section.title ? title : crumbs.join(" · "),
      title: section.title ?? title,
      address: section.id ? `${address}#${section.id}` : address,
      text: section.text,
    })),
  );
  return entries;
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * Returns the sections that contain every word of the query. Sections with all words in their title come first,
 * then those with all words in the titles of section and page. Their text is an excerpt. `public/docs.js` has the same
 * rule.
 */
export function searchDocs(query: string, entriesMax = 30): SearchEntry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const rankOf = ({ page, title, text }: SearchEntry) =>
    [title, `${page} ${title}`, `${page} ${title} ${text}`].findIndex(holds);
  return searchIndex()
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .filter(({ rank }) => rank >= 0)
    .sort((one, other) => one.rank - other.rank)
    .slice(0, entriesMax)
    .map(({ entry }) => ({ ...entry, text: excerptOf(entry.text, words) }));
}

const excerptLength = 180;

/** The text around the first word that was found. */
function excerptOf(text: string, words: string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - 60);
  const start = from === 0 || places.length === 0 ? 0 : text.indexOf(" ", from) + 1;
  const excerpt = text.slice(start, start + excerptLength);
  return `${start > 0 ? "… " : ""}${excerpt}${start + excerptLength < text.length ? "…" : ""}`;
}
