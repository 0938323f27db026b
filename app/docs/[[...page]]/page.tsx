import { notFound } from "next/navigation";
import { DocsArticle } from "@/components/docs/article";
import { DocsShell } from "@/components/docs/docs-shell";
import { docsPages, findDocsPage } from "@/lib/docs/pages";
import { env } from "@/lib/kit/env";

type Props = { params: Promise<{ page?: string[] }> };

async function read({ params }: Props) {
  const { page = [] } = await params;
  return findDocsPage(["/docs", ...page].join("/")) ?? notFound();
}

export async function generateMetadata(props: Props) {
  return { title: `${(await read(props)).title} · Tradewind` };
}

export default async function DocumentationPage(props: Props) {
  const current = await read(props);
  const { guides, reference } = docsPages();
  const groups = [
    { title: "Guides", pages: guides },
    { title: "API", pages: reference },
  ];
  return (
    <DocsShell current={current} groups={groups} isSandbox={env().SEED_SANDBOX}>
      <DocsArticle page={current} />
    </DocsShell>
  );
}
