/** The accepted types of profile pictures. `jpeg` also stands for the file extension `jpg`. */
const pictureTypes = ["bmp", "gif", "jpeg", "png", "svg"] as const;
export type PictureType = (typeof pictureTypes)[number];

const signatures: readonly [PictureType, string][] = [
  ["bmp", "BM"],
  ["gif", "GIF87a"],
  ["gif", "GIF89a"],
  ["jpeg", "\xff\xd8\xff"],
  ["png", "\x89PNG\r\n\x1a\n"],
];

const headLength = 16 * 1024;

/** Detects the picture's type from the file's content, because its name and declared type are chosen by the sender. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headLength));
  const start = head.toString("latin1");
  const found = signatures.find(([, signature]) => start.startsWith(signature));
  return found?.[0] ?? (isSvg(head.toString("utf8")) ? "svg" : null);
}

/** Everything that may precede the root element of an SVG: whitespace, declarations, comments and a document type. */
const prolog = /[\s\ufeff]+|<\?[^>]*>|<!--[\s\S]*?-->|<!doctype[^[>]*(?:\[[^\]]*\]\s*)?>/iy;
const root = /<svg[\s/>]/iy;

function isSvg(text: string): boolean {
  let at = 0;
  for (prolog.lastIndex = 0; prolog.test(text); prolog.lastIndex = at) at = prolog.lastIndex;
  root.lastIndex = at;
  return root.test(text);
}
