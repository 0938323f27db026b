import "@/components/tokens.css";
import type { ComponentProps } from "react";
import { type DocumentContext, renderDocument, usualDescription } from "@/components/document/render-document";
import { DocsArticle } from "./article";
import { DocsShell } from "./docs-shell";
import { DocsOperation } from "./operation";
import { SearchResults } from "./search-results";

type Frame = Omit<ComponentProps<typeof DocsShell>, "children" | "query">;
type Shown = ComponentProps<typeof DocsArticle> & { frame: Frame };

const copyScript = "/copy.js";
const docsScript = "/docs.js";

export function renderDocsPage({ page, frame, previous, next }: Shown, context: DocumentContext): string {
  const body = (
    <DocsShell {...frame}>
      {page.operation ? (
        <DocsOperation page={page} operation={page.operation} />
      ) : (
        <DocsArticle {...{ page, previous, next }} />
      )}
    </DocsShell>
  );
  const title = `${page.title} · Tradewind`;
  const head = (
    <>
      {usualDescription}
      <link rel="alternate" type="text/markdown" href={page.markdown.address} />
    </>
  );
  return renderDocument({ language: "en", title, head, body, scripts: [copyScript, docsScript] }, context);
}

type Found = ComponentProps<typeof SearchResults> & { frame: Frame };

export function renderSearch({ query, results, frame }: Found, context: DocumentContext): string {
  const body = (
    <DocsShell {...frame} query={query}>
      <SearchResults {...{ query, results }} />
    </DocsShell>
  );
  const head = <meta name="robots" content="noindex, follow" />;
  return renderDocument({ language: "en", title: "Search · Tradewind", head, body, scripts: [docsScript] }, context);
}
