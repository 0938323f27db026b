import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { DocumentContext } from "@/components/document/render-document";
import { browserSource, documentSources } from "@/components/document/sources";
import { rawEnv } from "@/lib/kit/env";

/**
 * Loads the modules that render documents. Next.js compiles route handlers for server components, in which React DOM
 * does not exist, so launch/pages/documents.ts builds these modules. The development server loads them again after each
 * change.
 */
type Modules = {
  checkout: typeof import("@/components/checkout/render-checkout");
  links: typeof import("@/components/links/render-links");
  landing: typeof import("@/components/landing/render-landing");
  docs: typeof import("@/components/docs/render-docs");
  missing: typeof import("@/components/site/render-not-found");
};
export type DocumentModule = keyof Modules;
type Assets = Omit<DocumentContext, "nonce">;
export type Loaded<Name extends DocumentModule> = Modules[Name] & { assets: Assets };

/** The manifest of a build by Vite: the files of each source, and the sources that it imports. */
type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] } | undefined>;

const isDevelopment = () => rawEnv().NODE_ENV === "development";
const kept = new Map<string, Promise<unknown>>();

export function loadDocuments<Name extends DocumentModule>(name: Name): Promise<Loaded<Name>> {
  const loaded = isDevelopment() ? undefined : kept.get(name);
  const loading = loaded ?? load(documentSources[name]);
  kept.set(name, loading);
  return loading as Promise<Loaded<Name>>;
}

async function load(source: string) {
  const folder = join(process.cwd(), isDevelopment() ? ".next/dev" : ".next");
  const server = readManifest(join(folder, "documents"));
  const browser = readManifest(join(folder, "static"));
  const file = pathToFileURL(join(folder, "documents", server[source]?.file ?? "")).href;
  const assets: Assets = {
    script: `/_next/static/${browser[browserSource]?.file}`,
    style: stylesOf(server, source)
      .map((css) => readFileSync(join(folder, "documents", css), "utf8").trim())
      .join(""),
  };
  return { ...(await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ file)), assets };
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));

/** The stylesheets of a source: first those of its imports, so that its own rules count. */
function stylesOf(manifest: Manifest, source: string): string[] {
  const { imports = [], css = [] } = manifest[source] ?? {};
  return [...new Set([...imports.flatMap((imported) => stylesOf(manifest, imported)), ...css])];
}
