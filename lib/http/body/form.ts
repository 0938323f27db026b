import { addOnce, type Fields, malformed, refuseName, refuseText } from "./json";

type Pair = readonly [name: string, content: string | File];

/**
 * `application/x-www-form-urlencoded` and query strings. Refuses broken encodings; `URLSearchParams` would replace
 * them.
 */
export const parseUrlEncoded = (text: string): Fields => toFormFields(readUrlEncoded(text));

export function* readUrlEncoded(text: string): Generator<Pair> {
  for (const pair of text.split("&")) {
    if (!pair) continue;
    const cut = pair.indexOf("=");
    yield [decode(cut < 0 ? pair : pair.slice(0, cut)), cut < 0 ? "" : decode(pair.slice(cut + 1))];
  }
}

/** Collects form fields. Refuses a field that occurs twice. */
export function toFormFields(pairs: Iterable<Pair>): Fields {
  const fields: Fields = {};
  for (const [name, content] of pairs) {
    if (typeof content === "string") refuseText(content);
    addOnce(fields, name, content);
  }
  return fields;
}

/** The first value of each field, and the names of fields that were repeated with another value. */
export type RepeatableFields = { fields: Fields; conflicts: readonly string[] };

/** Accepts a field that is repeated with the same value. If the values differ, the first one is kept. */
export function toRepeatableFields(pairs: Iterable<Pair>): RepeatableFields {
  const fields: Fields = {};
  const conflicts = new Set<string>();
  for (const [name, content] of pairs) {
    refuseName(name);
    if (typeof content === "string") refuseText(content);
    if (!Object.hasOwn(fields, name)) fields[name] = content;
    else if (fields[name] !== content) conflicts.add(name);
  }
  return { fields, conflicts: [...conflicts] };
}

const partHeaderBytesMax = 8 * 1024;

/** Parses a `multipart/form-data` body. The caller has already limited the number of bytes. */
export async function readMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  partsMax: number,
): Promise<Iterable<Pair>> {
  const boundary = boundaryOf(contentType);
  checkParts(bytes, boundary, partsMax);
  refuseEpilogue(bytes, boundary);
  // The header is written anew, so that the parser uses exactly the boundary with which the parts were counted.
  const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
  return new Response(bytes, { headers }).formData().catch(() => {
    throw brokenMultipart();
  });
}

export function* withoutFiles(pairs: Iterable<Pair>): Generator<Pair> {
  for (const [name, content] of pairs) {
    if (typeof content !== "string") throw malformed("The request must not contain files.");
    yield [name, content];
  }
}

const brokenMultipart = () => malformed("The request body is not valid multipart/form-data.");

function boundaryOf(contentType: string): string {
  const [, quoted, bare] =
    /;\s*boundary\s*=\s*(?:"([^"\\]{1,70})"|([^\s;"\\]{1,70}))\s*(?:;|$)/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (!boundary) throw brokenMultipart();
  return boundary;
}

/** Limits the parts before the parser runs: it blocks the event loop, and a body may have a hundred thousand parts. */
function checkParts(bytes: Uint8Array<ArrayBuffer>, boundary: string, partsMax: number): void {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  let parts = 0;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    const head = body.subarray(at + delimiter.length).subarray(0, partHeaderBytesMax);
    // A closing delimiter does not end the count. It may be inside a part's headers, where the parser ignores it.
    const isEnd = head.toString("latin1", 0, 2) === "--";
    if (isEnd) continue;
    parts += 1;
    if (parts > partsMax) throw malformed(`The request body may not have more than ${partsMax} parts.`);
    const isTooLong = head.length === partHeaderBytesMax && !head.includes("\r\n\r\n");
    if (isTooLong) throw malformed("The request body has a part with more than 8 KB of headers.");
  }
}

/** Node.js 24 ignores bytes after the closing delimiter, and Node.js 20 refuses them. Refuse them on both. */
function refuseEpilogue(bytes: Uint8Array<ArrayBuffer>, boundary: string): void {
  const body = `\r\n${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1")}`;
  const end = `\r\n--${boundary}--`;
  const at = body.indexOf(end);
  if (at >= 0 && !["", "\r\n"].includes(body.slice(at + end.length))) throw brokenMultipart();
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    throw malformed("The request contains a character that is not correctly encoded.");
  }
}
