import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "@/lib/kit/errors";

/** The build writes the packages that merchants install into this folder. */
export const packagesFolder = ".next/sdk";

/** The packages of this release, with the content types of their files. */
export const packageTypes = {
  "tradewind.tgz": "application/gzip",
  "tradewind-playwright.tgz": "application/gzip",
  "tradewind-php.zip": "application/zip",
  "tradewind-python.zip": "application/zip",
} as const;
export type PackageFile = keyof typeof packageTypes;

/** Each file is read once, because every shop asks for the same few. */
const contents = new Map<PackageFile, Buffer<ArrayBuffer>>();

export function servePackage(file: string): Response {
  if (!isPackage(file)) {
    const files = Object.keys(packageTypes).join(", ");
    throw new AppError("not_found", `There is no such package. The packages are ${files}.`);
  }
  const content = contents.get(file) ?? readFileSync(join(packagesFolder, file));
  contents.set(file, content);
  const headers = {
    "content-type": packageTypes[file],
    "content-disposition": `attachment; filename="${file}"`,
    "content-length": String(content.length),
    "cache-control": "public, max-age=3600",
  };
  return new Response(content, { headers });
}

const isPackage = (file: string): file is PackageFile => Object.hasOwn(packageTypes, file);
