import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { followForms } from "./form-follower";

type Page = { html?: string; location?: string; cookie?: string };
type Visited = { method: string; path: string; cookie: string; fields: Record<string, string> };

let server: Server;
let origin: string;
let pages: Record<string, Page>;
let visited: Visited[];

beforeEach(async () => {
  [pages, visited] = [{}, []];
  server = createServer(async (request, response) => {
    const path = request.url ?? "";
    const { html = "", location, cookie } = pages[path] ?? {};
    visited.push({
      method: request.method ?? "",
      path,
      cookie: request.headers.cookie ?? "",
      fields: Object.fromEntries(new URLSearchParams(await textOf(request))),
    });
    if (cookie) response.setHeader("set-cookie", cookie);
    if (location) response.setHeader("location", location);
    response.writeHead(location ? 302 : 200).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => new Promise((resolve) => server.close(resolve)));

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const form = (action: string, content = "") => `<form method=POST action="${action}">${content}</form>`;
const shop = "https://shop.example/return";

async function follow(html: string, beginsInFrame = false): Promise<Record<string, string> | null> {
  const form = await followForms(html, {
    beginsInFrame,
    isReturn: ({ href }) => href.startsWith(shop),
    answer: ({ inputs: [name = ""] }) => ({ [name]: "3ds2" }),
  });
  return form?.fields ?? null;
}

describe("followForms", () => {
  it("posts hidden fields from page to page and returns those for the merchant, without calling the merchant", async () => {
    pages["/one"] = { html: form("two?step=2", "<input name='b' value=2 type=hidden />") };
    pages["/two?step=2"] = {
      html: form(shop, `<input type="hidden" name="Response" value="{&quot;a&quot;:&#39;1&#x27;}">`),
    };
    const start = form(`${origin}/one`, '<input type="hidden" value="1" name="a">');
    expect(await follow(start)).toEqual({ Response: `{"a":'1'}` });
    expect(visited.map(({ path, fields }) => [path, fields])).toEqual([
      ["/one", { a: "1" }],
      ["/two?step=2", { b: "2" }],
    ]);
  });

  it("fills in the facts about the browser that a script would fill in", async () => {
    pages["/conductor"] = { html: form(shop) };
    await follow(form(`${origin}/conductor`, '<input type="hidden" name="browserLanguage" value="">'));
    expect(visited[0]?.fields).toEqual({ browserLanguage: "en-US" });
  });

  it("enters the payer's answer and presses the first button", async () => {
    const content =
      '<input type="password" name="code"><button name="action" value="ok">OK</button><button name="action" value="no">No</button>';
    pages["/answer"] = { html: form(shop) };
    await follow(form(`${origin}/answer`, content));
    expect(visited[0]?.fields).toEqual({ code: "3ds2", action: "ok" });
  });

  it("keeps cookies, follows redirects, and leaves forms of hidden frames alone", async () => {
    pages["/one"] = { location: "/two", cookie: "bank=7; Path=/; HttpOnly" };
    pages["/two"] = { html: `<form action="/frame" target="hidden"></form>${form("/three")}` };
    pages["/three"] = { location: `${shop}?done=1` };
    expect(await follow(form(`${origin}/one`))).toEqual({ done: "1" });
    expect(visited.map(({ method, path, cookie }) => `${method} ${path} ${cookie}`)).toEqual([
      "POST /one ",
      "GET /two bank=7",
      "POST /three bank=7",
    ]);
  });

  it("follows the pages in a frame, if it begins there", async () => {
    pages["/frame"] = { html: form("/end") };
    pages["/end"] = { html: "<p>Thank you.</p>" };
    const page = `<form action="${origin}/frame" target="hidden"></form>${form(shop)}`;
    expect(await follow(page, true)).toBeNull();
    expect(visited.map(({ path }) => path)).toEqual(["/frame", "/end"]);
    pages["/end"] = { html: form(`${shop}?from=frame`, '<input type="hidden" name="a" value="1">') };
    expect(await follow(page, true)).toEqual({ a: "1" });
  });

  it("returns null on a page without a form, and gives up on pages that never end", async () => {
    expect(await follow("<p>Thank you.</p>")).toBeNull();
    pages["/loop"] = { html: form("/loop") };
    await expect(follow(form(`${origin}/loop`))).rejects.toThrow("The gateway's pages do not end.");
  });
});
