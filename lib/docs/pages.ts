import { readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";
import { fieldRows } from "./fields";
import { fill, sampleAccount } from "./fill";
import { type Article, type InsertedPart, renderMarkdown } from "./markdown";
import { articleMarkdown, markdownSuffix, operationMarkdown } from "./markdown-pages";
import { describeOperation, type OperationView, sendableFields, titleOf } from "./operation-page";
import { apiOperations, type Operation, schemaOf } from "./operations";
import {
  moduleAddress,
  moduleNames,
  moduleReference,
  operationAddress,
  operationsIn,
  referenceOverview,
} from "./reference";

export type DocsPage = Article & {
  address: string;
  /** Where the page is, above its title: the group, and for an operation its module. */
  crumbs: string[];
  /** The address that the navigation marks as current. */
  navAddress: string;
  operation: OperationView | null;
  /** The whole page as Markdown, and where it is. */
  markdown: { address: string; text: string };
};
export type DocsGroup = { title: string; address: string | null; pages: DocsPage[] };

/** The guides in reading order. Their files are in docs/guides/. */
const guideGroups = {
  "Get started": ["overview", "quick-start", "test-cards"],
  Payments: ["payment-links", "payment-request", "redirect-and-hash", "embedding", "webhooks", "errors"],
  "Libraries and tests": ["libraries", "testing-your-integration", "testing-with-playwright"],
  "Cards and money": ["trusted-cards", "refunds", "fees-and-withdrawals"],
  "Go live": ["migrating", "going-live"],
} as const;

const guideAddress = (name: string) => (name === "overview" ? "/docs" : `/docs/${name}`);
const referenceTitle = "API reference";
const referenceAddress = "/docs/reference";

/** Turns a link to a file of docs/guides/ into the path of its page. */
const addressOf = (href: string): string => href.replace(/^([\w-]+)\.md/, (_file, name: string) => guideAddress(name));

/** The parts of guides that are not Markdown. */
function insert(name: string): InsertedPart | null | undefined {
  switch (name) {
    case "sample_account":
      return {
        kind: "account",
        accountNumber: sampleAccount(),
        name: env().SEED_SANDBOX ? sandbox.merchant.displayName : null,
      };
    case "send_payment": {
      const fields = sendableFields();
      return fields && { kind: "send", fields };
    }
    case "payment_request_fields":
      return { kind: "fields", rows: paymentRequestFields() };
    default:
      return undefined;
  }
}

function paymentRequestFields() {
  const request = apiOperations().find(({ operationId }) => operationId === "requestPayment");
  if (!request) throw new Error("The API has no payment request.");
  return fieldRows(schemaOf(request) ?? {});
}

const textPage = (address: string, crumbs: string[], text: string): DocsPage => ({
  address,
  crumbs,
  navAddress: address,
  operation: null,
  markdown: { address: `${address}${markdownSuffix}`, text: articleMarkdown(text, { addressOf, insert }) },
  ...renderMarkdown(text, { addressOf, insert }),
});

const guidePage = (name: string, group: string): DocsPage =>
  textPage(guideAddress(name), [group], fill(readFileSync(join(process.cwd(), "docs/guides", `${name}.md`), "utf8")));

function operationPage(operation: Operation, module: string): DocsPage {
  const view = describeOperation(operation);
  const title = titleOf(operation);
  const address = operationAddress(operation);
  const names = view.tables.flatMap(({ rows }) => rows.map(({ name }) => name));
  return {
    address,
    crumbs: [referenceTitle, module],
    navAddress: moduleAddress(module),
    operation: view,
    markdown: { address: `${address}${markdownSuffix}`, text: operationMarkdown(title, view) },
    title,
    lead: "",
    headings: [],
    links: [],
    parts: [],
    sections: [
      {
        id: null,
        title: null,
        text: `${view.method} ${view.path} ${view.explanation} ${[...new Set(names)].join(" ")}`,
      },
    ],
  };
}

let pages: { groups: DocsGroup[]; all: DocsPage[] } | undefined;

/** All pages of the docs, rendered once, because they are the same for every reader. */
export function docsPages() {
  pages ??= renderPages();
  return pages;
}

function renderPages() {
  const guides = Object.entries(guideGroups).map(([title, names]) => ({
    title,
    address: null,
    pages: names.map((name) => guidePage(name, title)),
  }));
  const modules = moduleNames().map((module) =>
    textPage(moduleAddress(module), [referenceTitle], moduleReference(module)),
  );
  const groups: DocsGroup[] = [...guides, { title: referenceTitle, address: referenceAddress, pages: modules }];
  const overview = textPage(referenceAddress, [], referenceOverview());
  const operations = moduleNames().flatMap((module) =>
    operationsIn(module).map((operation) => operationPage(operation, module)),
  );
  return { groups, all: [...groups.flatMap((group) => group.pages), overview, ...operations] };
}

export const findDocsPage = (address: string): DocsPage | undefined =>
  docsPages().all.find((page) => page.address === address);

/** What surrounds a page of the docs. `current` is the address that the navigation marks. */
export const docsFrame = (current: string | null) => ({
  groups: docsPages().groups,
  current,
  isSandbox: env().SEED_SANDBOX,
  sampleAccount: sampleAccount(),
});

/** The pages before and after a page of the navigation. */
export function neighboursOf({ address }: DocsPage): { previous: DocsPage | undefined; next: DocsPage | undefined } {
  const listed = docsPages().groups.flatMap((group) => group.pages);
  const index = listed.findIndex((page) => page.address === address);
  if (index < 0) return { previous: undefined, next: undefined };
  return { previous: listed[index - 1], next: listed[index + 1] };
}
