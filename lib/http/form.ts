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

/** `multipart/form-data`, of bytes that were already counted. */
export async function parseMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Fields> {
  const fields: Fields = {};
  const form = await new Response(bytes, { headers: { "content-type": contentType } }).formData().catch(() => {
    throw malformed("The request body is not valid multipart/form-data.");
  });
  for (const [name, content] of form) addField(fields, name, content);
  return fields;
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
