/**
 * The addresses of all pages of the docs, so that the listener recognises unknown ones without rendering them. The list
 * is on the global object, because the listener and the pages are in different bundles.
 */
const holder = globalThis as typeof globalThis & { tradewindDocsPages?: ReadonlySet<string> };

/** Called when the docs are read, before their first page is rendered. */
export function listDocsPages(addresses: Iterable<string>): void {
  holder.tradewindDocsPages = new Set(addresses);
}

/** False if the docs have been read and have no such page. */
export const mayBeDocsPage = (path: string): boolean => holder.tradewindDocsPages?.has(path) ?? true;
