import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { IncomingRequest, RequestHeaders, TakeChunk } from "@/lib/http/message/incoming";

/** The request as the pipeline reads it, without a copy of its headers and without a web stream. */
export function fromMessage(message: IncomingMessage): IncomingRequest {
  const { url = "/", method = "GET" } = message;
  const cut = url.indexOf("?");
  return {
    method,
    path: cut < 0 ? url : url.slice(0, cut),
    search: cut < 0 ? "" : url.slice(cut),
    headers: new MessageHeaders(message.headers),
    readBody: (take) => (hasBody(message) ? readBody(message, take) : Promise.resolve()),
  };
}

class MessageHeaders implements RequestHeaders {
  constructor(private readonly headers: IncomingHttpHeaders) {}

  get(name: string): string | null {
    const value = this.headers[name];
    return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
  }

  has(name: string): boolean {
    return this.headers[name] !== undefined;
  }

  keys(): Iterable<string> {
    return Object.keys(this.headers);
  }
}

/** The body of a GET request is ignored, as Next.js does it. */
export function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === "GET" || method === "HEAD") return false;
  return headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
}

function readBody(message: IncomingMessage, take: TakeChunk): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error("The connection ended before the body."));
    // The client may have gone while an earlier step waited for the database.
    if (message.destroyed) return fail();
    // Every request closes in the end, and an error costs a stack trace.
    const finish = () => {
      message.off("close", fail);
      resolve();
    };
    const read = (chunk: Buffer) => {
      if (take(chunk)) return;
      message.off("data", read).pause();
      finish();
    };
    message.on("data", read).once("end", finish).once("error", fail).once("close", fail);
  });
}
