import { createHash } from "node:crypto";
import type { IncomingRequest } from "./incoming";
import type { Answer } from "./respond";

/** A text that changes only with a release, such as the OpenAPI document. */
export type FixedText = { type: string; body: string; etag: string };

export const fixedText = (type: string, body: string): FixedText => ({ type, body, etag: etagOf(body) });

/** Weak, because it is also the ETag of the compressed content. */
export const etagOf = (content: string | Uint8Array): string =>
  `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;

/** Whether the client has the content with this ETag. */
export function isFresh(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const given = ifNoneMatch?.split(",").map((entry) => entry.trim());
  return given !== undefined && (given.includes("*") || given.includes(etag));
}

/** Clients keep the text and ask each time whether it is the same, as for files without a digest in their name. */
export function fixedAnswer({ type, body, etag }: FixedText, { headers }: Pick<IncomingRequest, "headers">): Answer {
  const validators = { "cache-control": "public, max-age=0", etag };
  if (isFresh(headers.get("if-none-match"), etag)) return { status: 304, body: "", headers: validators };
  return { status: 200, body, headers: { ...validators, "content-type": type } };
}
