import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { chooseEncoding, type Encoding } from "./accept-encoding";

/** Smaller answers fit into one packet with their headers, so compression gains nothing. */
const bytesMin = 1024;
/** Compression of larger answers would occupy the process for too long. */
const bytesMax = 512 * 1024;
/** Higher qualities take twice as long and save a tenth. */
const brotliQuality = 3;
const gzipLevel = 3;

const compressibleType = /^(text\/(html|markdown|plain)|application\/json)\b/;

/**
 * Ends a whole answer of a route, whose head is set. Texts that answer GET requests are compressed if the client
 * accepts it. Pages of Next.js are sent as they are.
 *
 * An attacker who chooses a part of a compressed answer can guess a secret in another part by the answer's length
 * (BREACH). This needs a browser that sends its credential by itself, so answers to requests with a cookie are never
 * compressed. The listener removes the cookie from requests that do not need it. Secrets that are shown once are
 * answers to POST requests.
 */
export function endAnswer(request: IncomingMessage, response: ServerResponse, body: string | Uint8Array): void {
  const encoding = encodingFor(request, response, body.length);
  if (!encoding) {
    response.end(body);
    return;
  }
  response.setHeader("content-encoding", encoding);
  response.setHeader("vary", [response.getHeader("vary") ?? [], "accept-encoding"].flat().join(", "));
  const etag = String(response.getHeader("etag") ?? "");
  // A strong ETag promises the same bytes, but the compressed bytes differ.
  if (etag.startsWith('"')) response.setHeader("etag", `W/${etag}`);
  response.end(compress(body, encoding));
}

function encodingFor({ method, headers }: IncomingMessage, response: ServerResponse, length: number): Encoding | null {
  if (method !== "GET" || headers.cookie || length < bytesMin || length > bytesMax) return null;
  if (!compressibleType.test(String(response.getHeader("content-type")))) return null;
  if (response.hasHeader("content-encoding") || response.hasHeader("content-length")) return null;
  if (String(response.getHeader("cache-control")).includes("no-transform")) return null;
  return chooseEncoding(headers["accept-encoding"]);
}

function compress(body: string | Uint8Array, encoding: Encoding): Buffer {
  if (encoding === "gzip") return gzipSync(body, { level: gzipLevel });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(body, {
    params: { [BROTLI_PARAM_QUALITY]: brotliQuality, [BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}
