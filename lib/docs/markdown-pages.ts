import { env } from "@/lib/kit/env";
import type { FieldRow } from "./fields";
import type { InsertedPart } from "./markdown";
import type { OperationView } from "./operation-page";

/** The docs as Markdown, for coding agents and for readers who paste a page into one. */

/** A page of the docs has this suffix as Markdown. */
export const markdownSuffix = ".md";

/** A docs page by its path, with an anchor if there is one. */
const docsPath = /^(\/docs(?:\/[\w-]+)*)(#.*)?$/;

/** The whole URL of a link in Markdown. Pages of the docs are linked as Markdown, because the reader is a program. */
function markdownUrl(href: string): string {
  const [, page, anchor = ""] = docsPath.exec(href) ?? [];
  if (page !== undefined) return `${env().PUBLIC_URL}${page}${markdownSuffix}${anchor}`;
  return href.startsWith("/") ? `${env().PUBLIC_URL}${href}` : href;
}

export const markdownLink = (title: string, address: string): string => `[${title}](${markdownUrl(address)})`;

type Rendering = {
  addressOf: (href: string) => string;
  insert: (name: string) => InsertedPart | null | undefined;
};

/** A guide as Markdown: its source with whole URLs, and with text for the parts that are not Markdown. */
export const articleMarkdown = (source: string, { addressOf, insert }: Rendering): string =>
  source
    .replace(/\]\(([^)\s]+)\)/g, (_link, href: string) => `](${markdownUrl(addressOf(href))})`)
    .replace(/^\{(\w+)\}$/gm, (placeholder, name: string) => {
      const part = insert(name);
      return part === undefined ? placeholder : partMarkdown(part);
    })
    .replace(/\n{3,}/g, "\n\n");

function partMarkdown(part: InsertedPart | null): string {
  switch (part?.kind) {
    case "fields":
      return fieldTable(part.rows, "request");
    case "account":
      return `The samples use the account number \`${part.accountNumber}\`${part.name ? ` of ${part.name}` : ""}.`;
    default:
      return "";
  }
}

/** The page of an operation as Markdown. */
export function operationMarkdown(title: string, view: OperationView): string {
  const { method, path, explanation, facts, rateLimit, tables, errors, samples, answers } = view;
  const sections = [
    `# ${title}`,
    `\`${method} ${path}\``,
    explanation,
    [...facts.map(({ text }) => text), `Rate limit: ${rateLimit}`].map((text) => `- ${text}`).join("\n"),
    ...tables.map((table) => `## ${table.title}\n\n${fieldTable(table.rows, table.isRequest ? "request" : "answer")}`),
    `## Errors\n\n${tableOf(
      ["status", "when"],
      errors.map(({ status, description }) => [`\`${status}\``, description]),
    )}\n\nEvery endpoint also returns the ${markdownLink("usual errors", "/docs/errors")}.`,
    "## Request",
    ...samples.map(({ language, code }) => fence(language === "Shell" ? "sh" : language.toLowerCase(), code)),
    ...answers.map(({ status, code }) => `## Answer ${status}\n\n${fence("json", code)}`),
  ];
  return `${sections.filter(Boolean).join("\n\n")}\n`;
}

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\`\`\``;

/** Fields of inner objects have the name of the outer field in front. Only fields of requests are required. */
function fieldTable(rows: readonly FieldRow[], kind: "request" | "answer"): string {
  const outer: string[] = [];
  const cells = rows.map(({ name, depth, type, isRequired, description, values, pattern }) => {
    outer.splice(depth, outer.length, name);
    const meaning = [
      description,
      ...(values.length > 0 ? [`Values: ${values.map((value) => `\`${value}\``).join(", ")}.`] : []),
      ...(pattern ? [`Pattern: \`${pattern}\`.`] : []),
    ].join(" ");
    return [`\`${outer.join(".")}\``, type, ...(kind === "request" ? [isRequired ? "yes" : "no"] : []), meaning];
  });
  return tableOf(["field", "type", ...(kind === "request" ? ["required"] : []), "description"], cells);
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows.map((cells) => cells.map((cell) => cell.replaceAll("|", "\\|")))]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
