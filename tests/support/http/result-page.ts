import { inject } from "vitest";
import { call } from "./client";
import { asBrowser } from "./payments";

/** What a page that verifies redirects says, as a browser without scripts receives it. */
type Seen = { status: number; text: string; title: string; tone: string; isPaid: boolean; checks: string[] };

export async function see(address: string, origin = inject("product").roomy): Promise<Seen> {
  const { pathname, search } = new URL(address, inject("product").publicUrl);
  const { status, text } = await call(origin, "GET", pathname + search, { headers: asBrowser });
  return {
    status,
    text,
    title: /<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? "",
    tone: /data-tone="(\w+)"/.exec(text)?.[1] ?? "",
    isPaid: text.includes('data-paid="true"'),
    checks: [...text.matchAll(/>(Yes|No)<\/span>/g)].map(([, word]) => word ?? ""),
  };
}

/** A redirect with other parameters; null removes one. */
export function changed(address: string, change: Record<string, string | null>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(change)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}
