import type { SearchEntry } from "@/lib/docs/search";
import shared from "./page.module.css";
import styles from "./search-results.module.css";

type Props = { query: string; results: readonly SearchEntry[] };

/** The results of a search. The field is in the top bar, and here as well for narrow windows. */
export function SearchResults({ query, results }: Props) {
  return (
    <article className={`${shared.page} ${styles.results}`}>
      <h1>Search</h1>
      <form action="/docs/search">
        <label htmlFor="query">Search the docs</label>
        <input
          id="query"
          type="search"
          name="q"
          defaultValue={query}
          maxLength={100}
          autoComplete="off"
          className={shared.input}
        />
      </form>
      {query && <p>{countOf(results.length, query)}</p>}
      <ul>
        {results.map(({ address, title, page, text }) => (
          <li key={address}>
            <a href={address}>{title}</a>
            <span>{page}</span>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </article>
  );
}

function countOf(count: number, query: string): string {
  if (count === 0) return `Nothing in the docs matches “${query}”. Try fewer or shorter words.`;
  return `${count} ${count === 1 ? "result" : "results"} for “${query}”`;
}
