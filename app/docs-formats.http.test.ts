import { readFileSync } from "node:fs";
import { describe, expect, inject, it } from "vitest";
import { call } from "@/tests/support/http/client";

const { roomy, publicUrl } = inject("product");
const quickStart = "/docs/quick-start";
const markdown = "text/markdown; charset=utf-8";

/** Without `call()`, which takes the names of variables in the Postman collection for secrets. */
const read = (path: string, init: RequestInit = {}) => fetch(`${roomy}${path}`, init);
const typeOf = ({ headers }: Response) => headers.get("content-type");

it("/llms.txt has a title, a summary and sections whose links all lead to text or JSON", async () => {
  const { status, headers, text } = await call(roomy, "GET", "/llms.txt");
  expect([status, headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(text).toMatch(/^# Tradewind\n\n> .+\n\n.+\n\n## Get started\n\n- \[/);
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): .+$/gm)].map(([, url = ""]) => url);
  expect(links.length).toBe(text.match(/^- /gm)?.length);
  const answers = await Promise.all(links.map((url) => read(url.slice(publicUrl.length))));
  const types = answers.map((answer) => `${answer.status} ${typeOf(answer)}`);
  expect(new Set(types)).toEqual(new Set([`200 ${markdown}`, "200 application/json"]));
  expect(types.filter((type) => type.includes("json"))).toHaveLength(4);
});

describe("a page of the docs", () => {
  it("is Markdown at its address with .md, in which links have the whole URL", async () => {
    const inMarkdown = await call(roomy, "GET", `${quickStart}.md`);
    expect(inMarkdown).toMatchObject({ status: 200, headers: { "content-type": markdown, vary: /accept/ } });
    expect(inMarkdown.text).toMatch(/^# Quick start\n/);
    expect(inMarkdown.text).toContain(`](${publicUrl}/docs/redirect-and-hash.md`);
  });

  it.each([
    ["text/markdown", "markdown"],
    ["text/markdown, text/html, */*", "markdown"],
    ["text/html;q=0.5, text/markdown;q=0.9", "markdown"],
    ["text/html, text/markdown;q=0.9", "html"],
    ["text/markdown;q=0", "html"],
    ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "html"],
    ["*/*", "html"],
  ])("answers Accept: %s with %s at its own address, and varies by it", async (accept, format) => {
    const { headers, text } = await call(roomy, "GET", quickStart, { headers: { accept } });
    expect([headers["content-type"], headers.vary]).toEqual([
      format === "html" ? "text/html; charset=utf-8" : markdown,
      expect.stringMatching(/^accept\b/),
    ]);
    expect(text.startsWith("# Quick start")).toBe(format === "markdown");
  });

  it("names its Markdown in its head", async () => {
    const { text } = await call(roomy, "GET", quickStart);
    expect(text).toContain(`<link rel="alternate" type="text/markdown" href="${quickStart}.md"/>`);
  });

  it.each([
    ["/docs/no-such-page.md", {}],
    ["/docs/no-such-page", { accept: "text/markdown" }],
    ["/docs/quick-start.md.md", {}],
  ])("that does not exist is a 404 with a sentence: %s %j", async (path, headers) => {
    const answer = await call(roomy, "GET", path, { headers });
    expect(answer).toMatchObject({ status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });
    expect(answer.text).toBe(`There is no page at this address. ${publicUrl}/llms.txt lists all pages.\n`);
  });
});

it.each([
  ["/llms.txt", "text/plain; charset=utf-8"],
  ["/docs.md", markdown],
  [`${quickStart}.md`, markdown],
  ["/api/openapi.json", "application/json"],
  ["/docs/redirect-rules.json", "application/json"],
  ["/docs/vectors.json", "application/json"],
  ["/docs/search.json", "application/json"],
  ["/docs/tradewind.postman_collection.json", "application/json"],
])("%s has an ETag and is asked for again, answers HEAD, and refuses other methods", async (path, type) => {
  const file = await read(path);
  const etag = file.headers.get("etag") ?? "";
  expect([file.status, typeOf(file), file.headers.get("cache-control")]).toEqual([200, type, "public, max-age=0"]);
  expect((await file.text()).length).toBeGreaterThan(500);
  const again = await read(path, { headers: { "if-none-match": etag } });
  expect([again.status, again.headers.get("etag"), await again.text()]).toEqual([304, etag, ""]);
  const head = await read(path, { method: "HEAD" });
  expect([head.status, typeOf(head), head.headers.get("etag")]).toEqual([200, type, etag]);
  const refused = await read(path, { method: "POST" });
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

it("/docs/vectors.json is the file of the libraries, and robots may read the OpenAPI document", async () => {
  const { text } = await call(roomy, "GET", "/docs/vectors.json");
  expect(text).toBe(readFileSync("sdk/vectors.json", "utf8"));
  const robots = await call(roomy, "GET", "/robots.txt");
  expect(robots.text).toContain("Allow: /api/openapi.json\nDisallow: /api/\n");
});
