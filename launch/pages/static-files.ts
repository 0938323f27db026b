import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { etagOf } from "@/lib/http/message/fixed-text";
import { type Encoding, encodings } from "@/lib/http/server/accept-encoding";
import { type StaticFile, staticFilesList, variantOf } from "@/lib/http/server/static-files";
import { fixedFolder } from "@/lib/reference/fixed-files";

/** The static files of the product. Those of public/ are copied, so that nothing is written beside the sources. */
const folders = [
  { folder: ".next/static", path: "/_next/static" },
  { folder: ".next/public", path: "" },
];

/** How long browsers keep a file: for ever if a digest of the content is in its address. */
function cacheControlOf(address: string): string {
  if (address.startsWith(`${fixedFolder}/`)) return "public, max-age=3600, stale-while-revalidate=86400";
  return address.startsWith("/_next/static/") ? "public, max-age=31536000, immutable" : "public, max-age=0";
}

/** Content types by file name extension. Types that are not text are compressed already. */
const types: Record<string, string> = {
  ".css": "text/css; charset=UTF-8",
  ".ico": "image/x-icon",
  ".js": "application/javascript; charset=UTF-8",
  ".json": "application/json; charset=UTF-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=UTF-8",
  ".woff2": "font/woff2",
};
const textual = new Set([".css", ".ico", ".js", ".json", ".svg", ".txt"]);
/** Smaller files fit into one packet with their headers. */
const bytesMin = 1024;

const compressors: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

/** Compresses every static file, and lists all of them for the web process. */
export async function compressStaticFiles(): Promise<void> {
  cpSync("public", ".next/public", { recursive: true });
  const found = folders.flatMap((root) => filesIn(root.folder).map((file) => ({ ...root, file })));
  const listed = await Promise.all(found.map(describe));
  writeFileSync(staticFilesList, `${JSON.stringify(listed, null, 2)}\n`);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("/.vite/"))
    .sort();
}

type Found = (typeof folders)[number] & { file: string };

async function describe({ folder, path, file }: Found): Promise<StaticFile> {
  const type = types[extname(file)];
  if (!type) throw new Error(`launch/pages/static-files.ts has no content type for ${file}.`);
  const content = readFileSync(file);
  const isCompressible = textual.has(extname(file)) && content.length >= bytesMin;
  if (isCompressible) await Promise.all(encodings.map((encoding) => writeVariant(file, content, encoding)));
  const address = `${path}/${relative(folder, file)}`;
  return {
    path: address,
    file,
    type,
    cacheControl: cacheControlOf(address),
    etag: etagOf(content),
    encodings: isCompressible ? [...encodings] : [],
  };
}

async function writeVariant(file: string, content: Buffer, encoding: Encoding): Promise<void> {
  writeFileSync(variantOf(file, encoding), await compressors[encoding](content));
}
