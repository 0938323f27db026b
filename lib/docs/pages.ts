import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fill } from "./fill";
import { type Article, renderMarkdown, slugOf } from "./markdown";
import { moduleNames, moduleReference, referenceOverview } from "./reference";

export type DocsPage = Article & { address: string };

/** The guides in reading order. Their files are in docs/guides/. */
export const guides = [
  "overview",
  "quick-start",
  "payment-request",
  "redirect-and-hash",
  "embedding",
  "webhooks",
  "money",
  "trusted-cards",
  "test-cards",
  "errors",
  "migrating",
  "going-live",
] as const;

const readGuide = (name: (typeof guides)[number]): string =>
  fill(readFileSync(join(process.cwd(), "docs/guides", `${name}.md`), "utf8"));

const guideAddress = (name: string) => (name === "overview" ? "/docs" : `/docs/${name}`);

/** Turns a link to a file of docs/ into the path of its page. */
const addressOf = (href: string): string => href.replace(/^([\w-]+)\.md/, (_file, name: string) => guideAddress(name));

let pages: { guides: DocsPage[]; reference: DocsPage[] } | undefined;

/** All pages of the docs, rendered once, because they are the same for every reader. */
export function docsPages() {
  const page = (address: string, text: string) => ({ address, ...renderMarkdown(text, addressOf) });
  pages ??= {
    guides: guides.map((name) => page(guideAddress(name), readGuide(name))),
    reference: [
      page("/docs/reference", referenceOverview()),
      ...moduleNames().map((module) => page(`/docs/reference/${slugOf(module)}`, moduleReference(module))),
    ],
  };
  return pages;
}

export function findDocsPage(address: string): DocsPage | undefined {
  return Object.values(docsPages())
    .flat()
    .find((page) => page.address === address);
}
