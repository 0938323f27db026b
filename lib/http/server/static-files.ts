import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isFresh } from "@/lib/http/message/fixed-text";
import { decodePath } from "@/lib/http/message/path";
import { AppError } from "@/lib/kit/errors";
import { chooseEncoding, type Encoding } from "./accept-encoding";

/** A file as the build lists it. `path` is decoded. Each encoding is a file beside it. */
export type StaticFile = {
  path: string;
  file: string;
  type: string;
  cacheControl: string;
  etag: string;
  encodings: Encoding[];
};

/** The build writes this list. No other file is served. */
export const staticFilesList = ".next/static-files.json";
/** The folder of scripts and styles of the pages. Every path in it is a static file, or unknown. */
const staticFolder = "/_next/static/";
const suffixOf = { br: ".br", gzip: ".gz" } as const;
export const variantOf = (file: string, encoding: Encoding): string => file + suffixOf[encoding];

/** Serves a static file. Returns false if the path is none. */
export type ServeStaticFile = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

type LoadedFile = { listed: StaticFile; contents: Record<Encoding | "identity", Buffer | null> };

/** Loads all files, so that a process still has the files of its own pages after a later build replaced them. */
export function loadStaticFiles(): ServeStaticFile {
  const list = JSON.parse(readFileSync(staticFilesList, "utf8")) as StaticFile[];
  const files = new Map(list.map((listed) => [listed.path, load(listed)]));
  return (request, response, path) => {
    const decoded = path.includes("%") ? decodePath(path) : path;
    const file = files.get(decoded ?? "");
    if (file) send(request, response, file);
    // The listener refuses a path that cannot be decoded.
    else if (path.startsWith(staticFolder) && decoded !== null) sendUnknown(response);
    else return false;
    return true;
  };
}

function load(listed: StaticFile): LoadedFile {
  const read = (encoding: Encoding) =>
    listed.encodings.includes(encoding) ? readFileSync(variantOf(listed.file, encoding)) : null;
  return { listed, contents: { identity: readFileSync(listed.file), br: read("br"), gzip: read("gzip") } };
}

function send({ method, headers }: IncomingMessage, response: ServerResponse, { listed, contents }: LoadedFile): void {
  if (method !== "GET" && method !== "HEAD") {
    throw new AppError("method_not_allowed", "Method Not Allowed", { headers: { allow: "GET, HEAD" } });
  }
  const { type, etag, cacheControl, encodings } = listed;
  const validators = { ...documentHeaders, "cache-control": cacheControl, etag };
  const vary = encodings.length > 0 ? { vary: "accept-encoding" } : {};
  if (isFresh(headers["if-none-match"], etag)) {
    response.writeHead(304, { ...validators, ...vary }).end();
    return;
  }
  const encoding = chooseEncoding(headers["accept-encoding"]) ?? "identity";
  const encoded = encoding === "identity" ? null : contents[encoding];
  const content = encoded ?? contents.identity;
  response.writeHead(200, {
    ...validators,
    ...vary,
    "content-type": type,
    // Frames without an origin of their own, such as the preview of the checkout, load the fonts, too.
    ...(type.startsWith("font/") && { "access-control-allow-origin": "*" }),
    "content-length": content?.length ?? 0,
    ...(encoded && { "content-encoding": encoding }),
  });
  response.end(method === "HEAD" ? undefined : content);
}

/** For a browser that shows the file as a page of its own. */
const documentHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
};

function sendUnknown(response: ServerResponse): void {
  const headers = { ...documentHeaders, "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  response.writeHead(404, headers).end("Not Found");
}
