import { DocsShell } from "@/components/docs/docs-shell";
import { SearchResults } from "@/components/docs/search-results";
import { sampleAccount } from "@/lib/docs/fill";
import { docsPages } from "@/lib/docs/pages";
import { searchDocs } from "@/lib/docs/search";
import { env } from "@/lib/kit/env";

export const metadata = { title: "Search · Tradewind", robots: { index: false, follow: true } };

type Props = { searchParams: Promise<{ q?: string | string[] }> };

export default async function SearchPage({ searchParams }: Props) {
  const { q } = await searchParams;
  const query = typeof q === "string" ? q.trim().slice(0, 100) : "";
  return (
    <DocsShell
      groups={docsPages().groups}
      current={null}
      isSandbox={env().SEED_SANDBOX}
      sampleAccount={sampleAccount()}
      query={query}
    >
      <SearchResults query={query} results={searchDocs(query)} />
    </DocsShell>
  );
}
