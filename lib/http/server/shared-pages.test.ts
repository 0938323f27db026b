import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createSharedPages } from "./shared-pages";

let server: Server | undefined;
afterEach(() => server?.close());

/** Serves shared pages from a renderer. Each request has another nonce. */
async function serve(render: RequestListener, mayBeDocsPage = (_path: string) => true): Promise<string> {
  const { serveKept, serveRendered } = createSharedPages(render, mayBeDocsPage);
  let nonces = 0;
  const listener: RequestListener = async (request, response) => {
    request.headers["content-security-policy"] = `script-src 'nonce-${(nonces += 1)}'`;
    const path = request.url ?? "";
    if ((await serveKept(request, response, path)) || (await serveRendered(request, response, path))) return;
    response.writeHead(204).end();
  };
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("renders a page once, removes its scripts, and fills in each request's nonce", async () => {
  const rendered: unknown[] = [];
  const origin = await serve(async (request, response) => {
    rendered.push([request.url, request.headers.cookie, request.headers["x-forwarded-host"]]);
    const nonce = /nonce-([^']+)/.exec(String(request.headers["content-security-policy"]))?.[1];
    await new Promise((resolve) => setTimeout(resolve, 20));
    const scripts = `<script src="/_next/a.js" nonce="${nonce}"></script><script nonce="${nonce}">push("<p>")</script>`;
    response.writeHead(200);
    response.write(
      `<head><link rel="preload" as="script" href="/_next/a.js"/></head><a href="/b.css" nonce="${nonce}">`,
    );
    response.end(`<button data-copy="x">Copy</button>${scripts}`);
  });
  const headers = { cookie: "theme=dark", "x-forwarded-host": "evil.example" };
  const texts = await Promise.all(
    ["/docs", "/docs/"].map(async (path) => (await fetch(origin + path, { headers })).text()),
  );
  const page = (nonce: string) =>
    `<head><script src="/copy.js" nonce="${nonce}" async></script></head><a href="/b.css" nonce="${nonce}"><button data-copy="x">Copy</button>`;
  expect(texts.sort()).toEqual([page("1"), page("2")]);
  expect(rendered).toEqual([["/docs", undefined, undefined]]);
});

it("does not keep a page that fails, and leaves other paths and methods alone", async () => {
  let renders = 0;
  const origin = await serve((_request, response) => {
    renders += 1;
    response.writeHead(500).end("failed");
  });
  for (let time = 0; time < 2; time += 1) expect((await fetch(`${origin}/docs/broken`)).status).toBe(500);
  expect(renders).toBe(2);
  for (const path of ["/docs/file.json", "/docsx", "/dashboard"]) expect((await fetch(origin + path)).status).toBe(204);
  expect((await fetch(origin, { method: "POST" })).status).toBe(204);
  expect(renders).toBe(2);
});

it("answers every unknown path of the docs with one page, which is rendered once and needs no scripts", async () => {
  const rendered: string[] = [];
  const render: RequestListener = ({ url = "", headers }, response) => {
    rendered.push(url);
    const nonce = /nonce-([^']+)/.exec(String(headers["content-security-policy"]))?.[1];
    const html = `<p nonce="${nonce}">${url}</p><script src="/a.js"></script>`;
    response.writeHead(url === "/docs/quick-start" ? 200 : 404).end(html);
  };
  // The product reads the docs when it renders their first page.
  const origin = await serve(render, (path) => rendered.length === 0 || path === "/docs/quick-start");
  const read = async (path: string) => {
    const answer = await fetch(`${origin}${path}`);
    return [answer.status, (await answer.text()).replace(/nonce="\d+"/, "nonce")];
  };
  const paths = ["/docs/none", "/docs/other", "/docs/other/", "/docs/a/b/c/d/e", "/docs/none"];
  for (const path of paths) expect(await read(path)).toEqual([404, "<p nonce>/_missing</p>"]);
  expect(await read("/docs/quick-start")).toEqual([200, "<p nonce>/docs/quick-start</p>"]);
  expect(rendered).toEqual(["/docs/none", "/_missing", "/docs/quick-start"]);
});
