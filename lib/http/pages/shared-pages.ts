import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { withoutTrailingSlashes } from "@/lib/http/listener/request-path";
import { newUlid } from "@/lib/kit/ids";
import { nonceIn } from "./page-policy";

/**
 * The landing page and the docs are the same for every reader, except for the nonce. Next.js renders each of them once.
 * Its scripts are removed, because the interactive parts of these pages work with small scripts of their own. The
 * styleguide is interactive.
 */
const sharedPath = /^\/(docs(\/(?!styleguide$)[\w-]+){0,3})?$/;
/** Depends on the query, so it is rendered for each request. It has no scripts of Next.js either. */
const searchPath = "/docs/search";
/** Scripts without React, and the attribute of the pages that load them. */
const scripts = { "data-copy": "/copy.js", "data-docs": "/docs.js" };

type Render = (request: IncomingMessage, response: ServerResponse) => unknown;
/** A rendered page, cut at each place of the nonce. */
type SharedPage = { status: number; parts: string[] };
const pageHeaders = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };

/** Serves a shared page. Returns false for all other paths. */
export type ServeSharedPage = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;

export function createSharedPages(render: Render): ServeSharedPage {
  const pages = new Map<string, Promise<SharedPage>>();
  const renderOnce = (path: string): Promise<SharedPage> => {
    const page = renderPage(render, path);
    pages.set(path, page);
    // Errors are not kept. Paths that no page has are errors, so the map stays small.
    const forget = () => pages.delete(path);
    page.then(({ status }) => status === 200 || forget(), forget);
    return page;
  };
  return async (request, response, requestPath) => {
    const path = withoutTrailingSlashes(requestPath);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (!isRead || !sharedPath.test(path)) return false;
    const isSearch = path === searchPath;
    const page = isSearch ? renderPage(render, request.url ?? path) : (pages.get(path) ?? renderOnce(path));
    const { status, parts } = await page;
    response.writeHead(status, pageHeaders);
    response.end(
      request.method === "HEAD" ? undefined : parts.join(nonceIn(String(request.headers["content-security-policy"]))),
    );
    return true;
  };
}

/** Renders without anything of the first reader's request, because others get the same page. */
async function renderPage(render: Render, path: string): Promise<SharedPage> {
  const nonce = newUlid();
  const request = new IncomingMessage(new Socket());
  request.method = "GET";
  request.url = path;
  request.headers = {
    host: "localhost",
    accept: "text/html",
    "content-security-policy": `script-src 'nonce-${nonce}'`,
  };
  request.push(null);
  const response = new MemoryResponse(request);
  await render(request, response);
  const html = await response.body;
  return {
    status: response.statusCode,
    parts: (response.statusCode === 200 ? withoutNextScripts(html, nonce) : html).split(nonce),
  };
}

/** Collects an answer instead of sending it. */
class MemoryResponse extends ServerResponse {
  private readonly chunks: Uint8Array[] = [];
  private finish: (body: string) => void = () => undefined;
  readonly body = new Promise<string>((resolve) => {
    this.finish = resolve;
  });

  override flushHeaders(): void {}

  override write(chunk: string | Uint8Array): boolean {
    this.chunks.push(Buffer.from(chunk as string));
    return true;
  }

  override end(chunk?: string | Uint8Array | null | (() => void)): this {
    if (chunk && typeof chunk !== "function") this.write(chunk);
    this.finish(Buffer.concat(this.chunks).toString("utf8"));
    this.emit("finish");
    return this;
  }
}

function withoutNextScripts(html: string, nonce: string): string {
  const plain = html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<link rel="preload" as="script"[^>]*>/g, "");
  const own = Object.entries(scripts)
    .filter(([attribute]) => plain.includes(attribute))
    .map(([, src]) => `<script src="${src}" nonce="${nonce}" async></script>`);
  return plain.replace("</head>", `${own.join("")}</head>`);
}
