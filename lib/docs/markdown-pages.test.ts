import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { env } from "@/lib/kit/env";
import { llmsText } from "./llms-text";
import { docsPages, findDocsPage } from "./pages";
import { moduleAddress, moduleNames } from "./reference";

const pages = docsPages().all.map((page) => [page.address, page] as const);

/** Whether an URL in Markdown leads to a page of the docs, with its heading, or to another route of ours. */
function hasTarget(url: string): boolean {
  const { PUBLIC_URL } = env();
  if (!url.startsWith(PUBLIC_URL)) return /^(https:|#)/.test(url);
  const [path = "", anchor] = url
    .slice(PUBLIC_URL.length)
    .replace(/\?[^#]*/, "")
    .split("#");
  if (!path.endsWith(".md")) return ["page.tsx", "route.ts"].some((file) => existsSync(`app${path}/${file}`));
  const page = findDocsPage(path.slice(0, -".md".length));
  return page !== undefined && (anchor === undefined || page.headings.some(({ id }) => id === anchor));
}

it.each(pages)(
  "the Markdown of %s has its title, no placeholder, and only links that lead somewhere",
  (_address, page) => {
    const { text } = page.markdown;
    expect(text.startsWith(`# ${page.title}\n`)).toBe(true);
    expect(text).not.toMatch(/^\{\w+\}$|undefined|\[object/m);
    const prose = text.replace(/^```[\s\S]*?^```$/gm, "");
    const links = [...prose.matchAll(/\]\(([^)]*)\)/g)].map(([, url = ""]) => url);
    expect(links.filter((url) => !hasTarget(url))).toEqual([]);
  },
);

it("the Markdown of an operation has every field by its whole name, its errors, samples and answers", () => {
  const { operation, markdown } = findDocsPage("/docs/reference/transactions/request-refund") ?? {};
  for (const { title } of operation?.tables ?? []) expect(markdown?.text).toContain(`## ${title}\n\n| field |`);
  expect(markdown?.text).toContain("| `data.refund_id` | string | The id of the refund. |");
  expect(markdown?.text).toContain("`^(SB-)?[0-7][0-9A-HJKMNP-TV-Z]{25}$`");
  for (const language of ["sh", "javascript", "php", "python", "json"]) {
    expect(markdown?.text).toContain(`\n\`\`\`${language}\n`);
  }
});

it("the Markdown of the payment request has the table of its fields", () => {
  const { text } = findDocsPage("/docs/payment-request")?.markdown ?? { text: "" };
  expect(text).toContain("| `account_number` | string, 10 digits | yes | Your account number, from the dashboard. |");
});

it("/llms.txt lists every guide and every module of the API, each with what it is about", () => {
  const text = llmsText();
  const { groups } = docsPages();
  const listed = groups.flatMap((group) => group.pages.map(({ address }) => address));
  expect(listed).toEqual(expect.arrayContaining(moduleNames().map(moduleAddress)));
  for (const address of listed) expect(text).toMatch(new RegExp(`\\(${env().PUBLIC_URL}${address}\\.md\\): \\S`));
});
