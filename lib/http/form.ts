import { type Fields, malformed, refuseName, refuseText } from "./json";

/** `application/x-www-form-urlencoded`, and query strings: strict where URLSearchParams guesses. */
export function parseUrlEncoded(text: string): Fields {
  const fields: Fields = {};
  for (const pair of text.split("&")) {
    if (!pair) continue;
    const cut = pair.indexOf("=");
    addField(fields, decode(cut < 0 ? pair : pair.slice(0, cut)), cut < 0 ? "" : decode(pair.slice(cut + 1)));
  }
  return fields;
}

/** Of what is read at all: parsing blocks everybody else, and a body has room for a hundred thousand parts. */
const partsMax = 16;
const partHeaderBytesMax = 8 * 1024;

/** `multipart/form-data`, of bytes that were already counted. */
export async function parseMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Fields> {
  const fields: Fields = {};
  const boundary = boundaryOf(contentType);
  checkParts(bytes, boundary);
  // Said anew, so that the parser cannot read another boundary than the one that was looked for.
  const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
  const form = await new Response(bytes, { headers }).formData().catch(() => {
    throw brokenMultipart();
  });
  for (const [name, content] of form) addField(fields, name, content);
  return fields;
}

const brokenMultipart = () => malformed("The request body is not valid multipart/form-data.");

function boundaryOf(contentType: string): string {
  const [, quoted, bare] =
    /;\s*boundary\s*=\s*(?:"([^"\\]{1,70})"|([^\s;"\\]{1,70}))\s*(?:;|$)/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (!boundary) throw brokenMultipart();
  return boundary;
}

function checkParts(bytes: Uint8Array<ArrayBuffer>, boundary: string): void {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const delimiter = Buffer.from(`--${boundary}`, "latin1");
  let parts = 0;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    const head = body.subarray(at + delimiter.length).subarray(0, partHeaderBytesMax);
    const isEnd = head.toString("latin1", 0, 2) === "--";
    if (isEnd) return;
    parts += 1;
    if (parts > partsMax) throw malformed(`The request body may not have more than ${partsMax} parts.`);
    const isTooLong = head.length === partHeaderBytesMax && !head.includes("\r\n\r\n");
    if (isTooLong) throw malformed("The request body has a part with more than 8 KB of headers.");
  }
}

function addField(fields: Fields, name: string, content: string | File): void {
  refuseName(fields, name);
  if (typeof content === "string") refuseText(content);
  fields[name] = content;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll("+", " "));
  } catch {
    throw malformed("The request contains a character that is not correctly encoded.");
  }
}
