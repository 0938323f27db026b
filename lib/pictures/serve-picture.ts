import { notFound } from "@/lib/kit/errors";
import { ulidPattern } from "@/lib/kit/ids";
import { findPng } from "./store";

/** Browsers may cache a picture for one day only. The picture at a URL never changes, but it may be deleted. */
export async function servePicture(id: string): Promise<Response> {
  const png = ulidPattern.test(id) ? await findPng(id) : null;
  if (!png) throw notFound();
  return new Response(png, {
    headers: {
      "content-type": "image/png",
      "content-length": String(png.byteLength),
      "cache-control": "public, max-age=86400",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    },
  });
}
