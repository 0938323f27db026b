import { docsPages } from "./pages";

/** A section of a page that can be found. */
export type SearchEntry = { page: string; title: string; address: string; text: string };

let entries: SearchEntry[] | undefined;

/** The index of the search: every section of every page, in reading order. The browser loads it as JSON. */
export function searchIndex(): SearchEntry[] {
  entries ??= docsPages().all.flatMap(({ address, title, sections }) =>
    sections.map((section) => ({
      page: title,
      title: section.title ?? title,
      address: section.id ? `${address}#${section.id}` : address,
      text: section.text,
    })),
  );
  return entries;
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * Returns the sections that contain every word of the query. Sections with a word in their title come first, and then
 * pages with a word in theirs. `public/docs.js` has the same rule.
 */
export function searchDocs(query: string, entriesMax = 30): SearchEntry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const rankOf = ({ page, title }: SearchEntry) => {
    const holds = (text: string) => words.every((word) => text.toLowerCase().includes(word));
    return holds(title) ? 0 : holds(`${page} ${title}`) ? 1 : 2;
  };
  return searchIndex()
    .filter(({ page, title, text }) => {
      const all = `${page} ${title} ${text}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, entriesMax)
    .map(({ entry }) => entry);
}
