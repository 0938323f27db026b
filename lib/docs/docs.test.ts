import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { apiDocument } from "@/lib/api/document";
import { endpoints } from "@/lib/api/endpoints";
import { parseJsonObject } from "@/lib/http/body/json";
import { testCards } from "@/lib/reference/test-cards";
import { renderMarkdown } from "./markdown";
import { apiOperations, exampleBody } from "./operations";
import { docsPages, findDocsPage } from "./pages";
import { postmanCollection } from "./postman";
import { searchDocs, searchIndex } from "./search";

const pages = docsPages().all;

/** Whether Next.js serves a page, route or file at this path. */
const isServed = (path: string): boolean =>
  ["page.tsx", "route.ts"].some((file) => existsSync(`app${path}/${file}`)) || existsSync(`public${path}`);

function hasTarget(from: string, href: string): boolean {
  if (/^https:/.test(href)) return true;
  const [path = "", anchor] = href.replace(/\?[^#]*/, "").split("#");
  const page = findDocsPage(path || from);
  if (!page) return isServed(path) && !anchor;
  return !anchor || page.headings.some(({ id }) => id === anchor);
}

it.each(pages.map((page) => [page.address, page] as const))("every link on %s has a target", (address, { links }) => {
  expect(links.filter((href) => !hasTarget(address, href))).toEqual([]);
});

const files = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

const articles = new Map<string, ReturnType<typeof renderMarkdown>>();
function articleOf(file: string) {
  const article = articles.get(file) ?? renderMarkdown(readFileSync(file, "utf8"), { addressOf: (href) => href });
  articles.set(file, article);
  return article;
}

it.each(files)("every link in %s leads to an existing file and heading", (file) => {
  const { links } = articleOf(file);
  const isBroken = (href: string) => {
    const [path = "", anchor] = href.split("#");
    const target = path ? new URL(path, `file:///${file}`).pathname.slice(1) : file;
    if (!existsSync(target)) return true;
    if (anchor === undefined) return false;
    return !articleOf(target).headings.some(({ id }) => id === anchor);
  };
  expect(links.filter((href) => !/^(https:|\/)/.test(href) && isBroken(href))).toEqual([]);
});

it("every page has a title, headings with unique ids, and no unfilled placeholder", () => {
  for (const { title, headings, parts, address } of pages) {
    expect(title).not.toBe("");
    expect(new Set(headings.map(({ id }) => id)).size, address).toBe(headings.length);
    expect(JSON.stringify(parts), address).not.toMatch(
      /\{(origin|[a-z]+_(account|key|cards|codes|errors|fields|accounts|payment|paths|secret))\}/,
    );
  }
  // The guide for operators is not for merchants, so it is not published.
  const guides = readdirSync("docs/guides").filter((file) => file !== "operating.md");
  expect(pages.some(({ address }) => address.includes("operating"))).toBe(false);
  expect(pages.length).toBe(guides.length + 1 + apiDocument().tags.length + apiOperations().length);
  expect(new Set(pages.map(({ address }) => address)).size).toBe(pages.length);
});

it("the page of test cards shows every test card", () => {
  const page = JSON.stringify(findDocsPage("/docs/test-cards")?.parts).replaceAll(" ", "");
  for (const { number } of testCards) expect(page).toContain(number);
});

it("the guide to Playwright shows the first test of the sample project", () => {
  const samples = findDocsPage("/docs/testing-with-playwright")?.parts.flatMap((part) =>
    part.kind === "code" ? part.samples.filter(({ file }) => file !== null) : [],
  );
  const [first] = /^.*?\n}\);\n/s.exec(readFileSync("sdk/playwright/sample/tests/shop.spec.ts", "utf8")) ?? [];
  expect(samples?.map(({ file, code }) => [file, code])).toEqual([["tests/shop.spec.ts", first]]);
});

it("the reference has a page for every operation, which the page of its module links to", () => {
  for (const { method, path, tags } of apiOperations()) {
    const own = pages.filter(({ operation }) => operation?.method === method && operation.path === path);
    expect(own, `${method} ${path}`).toHaveLength(1);
    const [page] = own;
    expect(page?.crumbs).toEqual(["API reference", tags[0]]);
    expect(findDocsPage(page?.navAddress ?? "")?.links).toContain(page?.address);
  }
});

it("the reference describes every field, by the operation and the object that it belongs to", () => {
  const rows = pages.flatMap(({ operation }) => operation?.tables.flatMap((table) => table.rows) ?? []);
  expect(rows.filter(({ description }) => description === "").map(({ name }) => name)).toEqual([]);
  const list = findDocsPage("/docs/reference/transactions/list-transactions")?.operation;
  const totals = list?.tables.flatMap((table) => table.rows).filter(({ name }) => name === "total") ?? [];
  expect(totals.map(({ description }) => description)).toEqual([
    "The amount charged to the customer, with the fee. 0.00 if nothing was charged.",
    "The refunded amount.",
    "The refunded amount.",
    "The amount that the bank took back.",
    "The number of entries on all pages.",
  ]);
});

it("every operation has a sample in each language, unless it sends a file", () => {
  for (const { address, operation } of pages) {
    const languages = operation?.samples.map(({ language }) => language);
    if (!operation || operation.samples.some(({ code }) => code.includes("-F picture="))) continue;
    expect(languages, address).toEqual(["Shell", "JavaScript", "PHP", "Python"]);
  }
});

it.each(apiOperations().map((operation) => [operation.operationId, operation] as const))(
  "the example answer of %s is valid by its contract",
  (name, operation) => {
    const contract = endpoints.find((endpoint) => endpoint.name === name);
    const page = pages.find(({ operation: own }) => own?.method === operation.method && own.path === operation.path);
    const [answer] = page?.operation?.answers ?? [];
    expect(answer?.status).toBe(contract?.success.status);
    const { error } = contract?.success.schema.safeParse(JSON.parse(answer?.code ?? "")) ?? {};
    expect(error?.issues).toBeUndefined();
  },
);

it("the search finds sections by all words of a query, titles first, and nothing for other words", () => {
  const [first] = searchDocs("hash inspector");
  expect(searchDocs("TW_signature")[0]).toMatchObject({ title: "tw_signature", page: "Redirect and hash" });
  expect(searchDocs("refund payment").map(({ address }) => address)).toContain("/docs/refunds");
  expect(searchDocs("idempotency-key")).not.toEqual([]);
  expect(first?.text.toLowerCase()).toMatch(/hash|inspector/);
  expect([searchDocs("zebra"), searchDocs("  ")]).toEqual([[], []]);
});

it("every address in the search leads to a page and a heading", () => {
  for (const { address } of searchIndex()) expect(hasTarget("", address), address).toBe(true);
});

it.each(apiOperations().map((operation) => [operation.operationId, operation] as const))(
  "the example of %s is valid by its contract",
  (name, operation) => {
    const contract = endpoints.find((endpoint) => endpoint.name === name);
    const example = exampleBody(operation);
    if (!contract?.body || contract.takesFiles) return;
    const { error } = contract.body.safeParse(parseJsonObject(JSON.stringify(example)));
    expect(error?.issues).toBeUndefined();
  },
);

it("the Postman collection has a folder per module, and every request of the OpenAPI document", () => {
  const variables = { base_url: "https://pay.example.com", api_key: "" };
  const { item, variable, info } = postmanCollection(apiDocument(), apiOperations(), variables);
  expect(info.schema).toBe("https://schema.getpostman.com/json/collection/v2.1.0/collection.json");
  expect(item.map(({ name }) => name)).toEqual(apiDocument().tags.map(({ name }) => name));
  const requests = item.flatMap((folder) => folder.item.map(({ request }) => request));
  expect(requests.map(({ method, url }) => `${method} /${url.path.join("/")}`).sort()).toEqual(
    apiOperations()
      .map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ":$1")}`)
      .sort(),
  );
  const used = [...JSON.stringify(item).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
  expect(new Set([...used, "api_key"])).toEqual(new Set(variable.map(({ key }) => key)));
});

it("docs/architecture.md lists every trigger and function that the migrations create", () => {
  const text = readFileSync("docs/architecture.md", "utf8");
  const sql = readdirSync("prisma/migrations", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => readFileSync(`prisma/migrations/${name}`, "utf8"))
    .join("\n");
  const statements = sql.matchAll(
    /^(?<verb>CREATE|DROP) (?:OR REPLACE )?(?:CONSTRAINT )?(?:TRIGGER|FUNCTION) "?(?<name>\w+)"?/gm,
  );
  const created = new Set<string>();
  for (const { groups } of statements) created[groups?.verb === "DROP" ? "delete" : "add"](groups?.name ?? "");
  expect(created.size).toBeGreaterThan(20);
  const names = [...created];
  expect(names.filter((name) => !new RegExp(`\`${name}[\`(]`).test(text))).toEqual([]);
});

it("docs/architecture.md lists every table, and no other", () => {
  const text = readFileSync("docs/architecture.md", "utf8");
  const listed = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|[^|]+\|$/gm)]
    .flatMap(([, names = ""]) => names.split(", "))
    .map((name) => name.slice(1, -1));
  const models = readdirSync("prisma/schema")
    .map((name) => readFileSync(`prisma/schema/${name}`, "utf8"))
    .flatMap((schema) => [...schema.matchAll(/^model \w+ \{[\s\S]*?@@map\("(\w+)"\)/gm)]);
  expect(models.length).toBeGreaterThan(50);
  expect(listed.toSorted()).toEqual(models.map(([, table]) => table).toSorted());
});

/** Paths of examples, and of files that an operator writes. */
const imagined = /^(lib\/profile\/(read-limits|limits)|app\/api\/user\/limits\/|e2e\/x\.spec\.ts|ops\/\.env)/;

it.each(files)("every path of the repository that %s names exists", (file) => {
  const inCode = [...readFileSync(file, "utf8").matchAll(/`([\w.[\]/-]+)`/g)].map(([, path = ""]) => path);
  const isPath = (path: string) =>
    /^(app|bench|components|docs|e2e|emulator|launch|lib|operator|ops|prisma|scripts|sdk|tests)\//.test(path);
  expect(inCode.filter((path) => isPath(path) && !imagined.test(path) && !existsSync(path))).toEqual([]);
});
