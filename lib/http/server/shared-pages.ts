import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { withoutTrailingSlashes } from "@/lib/http/message/path";
import { nonceIn } from "@/lib/http/pages/page-policy";
import { newUlid } from "@/lib/kit/ids";

/**
 * The landing page and the docs are the same for every reader, except for the nonce. Next.js renders each of them once.
 * Its scripts are removed, because the interactive parts of these pages work with small scripts of their own. The
 * styleguide is interactive.
 */
const sharedPath = /^\/(docs(\/(?!styleguide$)[\w-]+)*)?$/;
/** Depends on the query, so it is rendered for each request. It has no scripts of Next.js either. */
const searchPath = "/docs/search";
/**
 * All unknown paths of the docs share one page. No route can have this path, so Next.js renders the whole page on the
 * server. The page of a thrown `notFound()` would be blank without scripts.
 */
const missingPath = "/_missing";
/** Scripts without React, and the attribute of the pages that load them. */
const scripts = { "data-copy": "/copy.js", "data-docs": "/docs.js" };

type Render = (request: IncomingMessage, response: ServerResponse) => unknown;
/** A rendered page, cut at each place of the nonce. */
type SharedPage = { status: number; parts: string[] };
const pageHeaders = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };

type Serve = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<boolean>;
export type SharedPages = {
  /** Serves a page that was rendered before. Returns false for all other paths. */
  serveKept: Serve;
  /** Renders a shared page and serves it. Call it when the page may be rendered. Returns false for all other paths. */
  serveRendered: Serve;
};

/** `mayBeDocsPage` says whether the docs may have a page. It may change from true to false for a path without one. */
export function createSharedPages(render: Render, mayBeDocsPage: (path: string) => boolean): SharedPages {
  const kept = new Map<string, Promise<SharedPage>>();
  const renderOnce = (path: string): Promise<SharedPage> => {
    const page = renderPage(render, path);
    kept.set(path, page);
    // Errors are not kept. Paths that no page has are errors, so the map stays small.
    const forget = () => kept.delete(path);
    page.then(({ status }) => status === statusOf(path) || forget(), forget);
    return page;
  };
  const pageAt = async (path: string): Promise<SharedPage> => {
    const page = await (kept.get(path) ?? renderOnce(path));
    // An unknown path is rendered itself only if the docs were not read before.
    return page.status === 404 && path !== missingPath ? pageAt(missingPath) : page;
  };
  /** Returns the path under which a shared page is kept, or null if the request is for something else. */
  const sharedPathOf = ({ method }: IncomingMessage, requestPath: string): string | null => {
    const path = withoutTrailingSlashes(requestPath);
    if ((method !== "GET" && method !== "HEAD") || !sharedPath.test(path)) return null;
    return path === "/" || path === searchPath || mayBeDocsPage(path) ? path : missingPath;
  };
  return {
    async serveKept(request, response, requestPath) {
      const path = sharedPathOf(request, requestPath);
      const page = path === null ? undefined : await kept.get(path);
      if (path === null || page?.status !== statusOf(path)) return false;
      send(request, response, page);
      return true;
    },
    async serveRendered(request, response, requestPath) {
      const path = sharedPathOf(request, requestPath);
      if (path === null) return false;
      const isSearch = path === searchPath;
      send(request, response, await (isSearch ? renderPage(render, request.url ?? path) : pageAt(path)));
      return true;
    },
  };
}

const statusOf = (path: string): number => (path === missingPath ? 404 : 200);

function send({ method, headers }: IncomingMessage, response: ServerResponse, { status, parts }: SharedPage): void {
  response.writeHead(status, pageHeaders);
  response.end(method === "HEAD" ? undefined : parts.join(nonceIn(String(headers["content-security-policy"]))));
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
  const { statusCode: status } = response;
  return { status, parts: (status < 500 ? withoutNextScripts(html, nonce) : html).split(nonce) };
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
