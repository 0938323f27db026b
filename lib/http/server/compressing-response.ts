import { type IncomingMessage, type OutgoingHttpHeader, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { chooseEncoding, type Encoding } from "./accept-encoding";

type Callback = (error?: Error | null) => void;
type Chunk = string | Uint8Array;

/** Smaller answers fit into one packet with their headers, so compression gains nothing. */
const bytesMin = 1024;
/** Larger answers are sent as they come: compression holds an answer in memory and occupies the process. */
const bytesMax = 512 * 1024;
/** A hosted page of 25 KB takes 0.9 ms. Higher qualities save nothing. */
const brotliQuality = 5;
const gzipLevel = 4;

const compressibleType = /^(text\/html|application\/json|text\/x-component)\b/;

/**
 * An answer that compresses itself if the client accepts it: HTML and JSON of GET requests, from a route or a page.
 * The class replaces `ServerResponse`, so an answer that is not compressed costs no more than before.
 *
 * An attacker who chooses a part of a compressed answer can guess a secret in another part by the answer's length
 * (BREACH). This needs a browser that sends its credential by itself, so answers to requests with a cookie are never
 * compressed. The listener removes the cookie from requests that do not need it. Secrets that are shown once are
 * answers to POST requests.
 */
export class CompressingResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Null until the first call that needs the decision. */
  private plan: Encoding | "identity" | null = null;
  private held: Uint8Array[] = [];
  private heldBytes = 0;

  override writeHead(
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    const given = typeof reason === "string" ? headers : reason;
    if (this.plan === "identity" || this.acceptedEncoding() === null || Array.isArray(given)) {
      this.plan = "identity";
      return typeof reason === "string" ? super.writeHead(status, reason, headers) : super.writeHead(status, reason);
    }
    this.statusCode = status;
    if (typeof reason === "string") this.statusMessage = reason;
    for (const [name, value] of Object.entries(given ?? {})) if (value !== undefined) this.setHeader(name, value);
    // A new head replaces an answer that was held, for example if a page fails while it is rendered.
    this.held = [];
    this.heldBytes = 0;
    this.plan = this.choosePlan();
    return this.plan === "identity" ? super.writeHead(status) : this;
  }

  override flushHeaders(): void {
    this.plan ??= this.choosePlan();
    if (this.plan === "identity") super.flushHeaders();
  }

  override write(chunk: Chunk, encodingOrCallback?: BufferEncoding | Callback, callback?: Callback): boolean {
    const encoding = typeof encodingOrCallback === "string" ? encodingOrCallback : "utf8";
    const done = typeof encodingOrCallback === "function" ? encodingOrCallback : callback;
    this.plan ??= this.choosePlan();
    if (this.plan === "identity") return super.write(chunk, encoding, done);
    this.hold(chunk, encoding);
    if (done) process.nextTick(done);
    return this.heldBytes <= bytesMax || this.releaseHeld();
  }

  override end(
    chunkOrCallback?: Chunk | null | (() => void),
    encodingOrCallback?: BufferEncoding | (() => void),
    callback?: () => void,
  ): this {
    const chunk = typeof chunkOrCallback === "function" ? undefined : chunkOrCallback;
    const encoding = typeof encodingOrCallback === "string" ? encodingOrCallback : "utf8";
    const done = [chunkOrCallback, encodingOrCallback, callback].find((value) => typeof value === "function");
    this.plan ??= this.choosePlan();
    if (this.plan === "identity") return super.end(chunk, encoding, done);
    if (chunk) this.hold(chunk, encoding);
    return this.sendHeld(this.plan, done);
  }

  private acceptedEncoding(): Encoding | null {
    const { method, headers } = this.req;
    if (method !== "GET" || headers.cookie) return null;
    return chooseEncoding(headers["accept-encoding"]);
  }

  private choosePlan(): Encoding | "identity" {
    const encoding = this.acceptedEncoding();
    if (!encoding || !compressibleType.test(String(this.getHeader("content-type")))) return "identity";
    if (this.statusCode === 204 || this.statusCode === 304 || this.hasHeader("content-encoding")) return "identity";
    const length = Number(this.getHeader("content-length") ?? bytesMin);
    if (length < bytesMin || length > bytesMax) return "identity";
    return String(this.getHeader("cache-control")).includes("no-transform") ? "identity" : encoding;
  }

  private hold(chunk: Chunk, encoding: BufferEncoding): void {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
    this.held.push(bytes);
    this.heldBytes += bytes.length;
  }

  /** Sends what was held, and everything that follows, without compression. */
  private releaseHeld(): boolean {
    this.plan = "identity";
    return super.write(Buffer.concat(this.held.splice(0)));
  }

  private sendHeld(encoding: Encoding, done?: () => void): this {
    const body = this.held.length === 1 && this.held[0] ? this.held[0] : Buffer.concat(this.held);
    this.plan = "identity";
    this.held = [];
    const isCompressed = body.length >= bytesMin && body.length <= bytesMax;
    if (isCompressed) this.describe(encoding);
    const sent = isCompressed ? compress(body, encoding) : body;
    this.setHeader("content-length", sent.length);
    return super.end(sent, "utf8", done);
  }

  private describe(encoding: Encoding): void {
    this.setHeader("content-encoding", encoding);
    this.setHeader("vary", [this.getHeader("vary") ?? [], "accept-encoding"].flat().join(", "));
    const etag = String(this.getHeader("etag") ?? "");
    // A strong ETag promises the same bytes, but the compressed bytes differ.
    if (etag.startsWith('"')) this.setHeader("etag", `W/${etag}`);
  }
}

function compress(body: Uint8Array, encoding: Encoding): Buffer {
  if (encoding === "gzip") return gzipSync(body, { level: gzipLevel });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(body, {
    params: { [BROTLI_PARAM_QUALITY]: brotliQuality, [BROTLI_PARAM_SIZE_HINT]: body.length },
  });
}
