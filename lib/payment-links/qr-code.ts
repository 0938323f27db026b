import { encode, renderSVG } from "uqr";
import { enforceRateLimit } from "@/lib/http/limits/rate-limit";
import { perMinute } from "@/lib/http/message/endpoint";
import { notFound } from "@/lib/kit/errors";
import { linkPageUrl } from "@/lib/kit/own-pages";
import { findPublicLink } from "./pay-link";

/** The light border that cameras need. */
const border = 4;
/** Sharp on a poster: a code of 37 cells becomes 1,036 pixels wide. */
const pixelsPerCell = 28;

export const qrSvg = (address: string): string => renderSVG(address, { border });

const drawings = {
  "qr.svg": { type: "image/svg+xml", draw: async (address: string) => qrSvg(address) },
  "qr.png": { type: "image/png", draw: drawPng },
};

/** Drawing takes some milliseconds, and anyone may ask for it. */
const drawingLimit = { method: "GET", path: "/pay/{slug}/{code}", limit: perMinute(60) } as const;

/**
 * Serves the address of a link as a QR code, to print or to share. The code contains nothing but the public address.
 */
export async function serveQrCode(slug: string, file: string, clientAddress: string): Promise<Response> {
  const headers = await enforceRateLimit(drawingLimit, null, clientAddress);
  const drawing = Object.hasOwn(drawings, file) ? drawings[file as keyof typeof drawings] : null;
  if (!drawing || !(await findPublicLink(slug))) throw notFound();
  return new Response(await drawing.draw(linkPageUrl(slug)), {
    headers: {
      ...headers,
      "content-type": drawing.type,
      "cache-control": "public, max-age=86400",
      "content-disposition": `inline; filename="${file}"`,
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  });
}

/** Loads the image library only here, because few requests need it. */
async function drawPng(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import("sharp");
  const { size, data } = encode(address, { border });
  const pixels = Uint8Array.from(data.flat(), (isDark) => (isDark ? 0 : 255));
  const image = sharp(pixels, { raw: { width: size, height: size, channels: 1 } });
  const width = size * pixelsPerCell;
  return new Uint8Array(await image.resize(width, width, { kernel: "nearest" }).png().toBuffer());
}
