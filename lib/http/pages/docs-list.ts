import { processWide } from "@/lib/kit/process-wide";

/** The addresses of all pages of the docs, so that the listener recognises unknown ones without rendering them. */
const docs = processWide<{ pages?: ReadonlySet<string> }>("docs list", () => ({}));

/** Called when the docs are read, before their first page is rendered. */
export function listDocsPages(addresses: Iterable<string>): void {
  docs.pages = new Set(addresses);
}

/** False if the docs have been read and have no such page. */
export const mayBeDocsPage = (path: string): boolean => docs.pages?.has(path) ?? true;
