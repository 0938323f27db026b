import { notFound } from "next/navigation";
import { DocsArticle } from "@/components/docs/article";
import { DocsShell } from "@/components/docs/docs-shell";
import { DocsOperation } from "@/components/docs/operation";
import { sampleAccount } from "@/lib/docs/fill";
import { docsPages, findDocsPage, neighboursOf } from "@/lib/docs/pages";
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
  const page = await read(props);
  return (
    <DocsShell
      groups={docsPages().groups}
      current={page.navAddress}
      isSandbox={env().SEED_SANDBOX}
      sampleAccount={sampleAccount()}
    >
      {page.operation ? (
        <DocsOperation page={page} operation={page.operation} />
      ) : (
        <DocsArticle page={page} {...neighboursOf(page)} />
      )}
    </DocsShell>
  );
}
