import { createHash } from "node:crypto";
import { join, relative } from "node:path";
import type { BuildOptions, InlineConfig, Rolldown } from "vite";
import { browserSource, documentSources } from "@/components/document/sources";
import { writeFixedFiles } from "./fixed-files";

/**
 * Builds the documents with Vite: the modules that render them, and the browser's script of the hosted page. The files
 * for browsers are in the folder of static files that Next.js serves. app/documents.ts finds all of them in the
 * manifests.
 */
type Mode = "production" | "development";

/** The browsers that Next.js supports. */
const browsers = ["chrome111", "edge111", "firefox111", "safari16.4"];
const names = "documents/[name]-[hash]";

/** Builds the documents. In development, builds them again after each change of their sources. */
export async function buildDocuments(distFolder: string, mode: Mode): Promise<void> {
  const { build } = await import("vite");
  writeFixedFiles(join(distFolder, "static/fixed"));
  for (const options of [browserBuild(join(distFolder, "static"), mode), serverBuild(join(distFolder, "documents"))]) {
    const built = await build(configOf(mode, options));
    if ("on" in built) await firstBuildOf(built);
  }
}

function firstBuildOf(watcher: Rolldown.RolldownWatcher): Promise<void> {
  return new Promise((resolve) => {
    watcher.on("event", ({ code }) => {
      if (code === "END") resolve();
    });
  });
}

function configOf(mode: Mode, options: BuildOptions): InlineConfig {
  return {
    configFile: false,
    logLevel: "error",
    mode,
    base: "/_next/static/",
    publicDir: false,
    resolve: { alias: { "@": process.cwd() } },
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    // Vite would take this from NODE_ENV, which tests set.
    oxc: { jsx: { runtime: "automatic", development: mode === "development" } },
    css: { modules: { generateScopedName: className } },
    ssr: { noExternal: true },
    build: {
      ...options,
      manifest: true,
      cssMinify: "lightningcss",
      cssTarget: browsers,
      // Every asset is a file that browsers keep.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      watch: mode === "development" ? {} : null,
    },
  };
}

const browserBuild = (outDir: string, mode: Mode): BuildOptions => ({
  outDir,
  minify: mode === "production",
  // Next.js writes to this folder, too.
  emptyOutDir: false,
  target: browsers,
  modulePreload: false,
  rolldownOptions: {
    input: { page: browserSource, plain: "lib/http/pages/plain.css" },
    output: {
      entryFileNames: `${names}.js`,
      chunkFileNames: `${names}.js`,
      assetFileNames: ({ names: [name] }) => (name === "plain.css" ? "fixed/plain.css" : `${names}[extname]`),
    },
  },
});

const serverBuild = (outDir: string): BuildOptions => ({
  outDir,
  emptyOutDir: true,
  ssr: true,
  target: "node20.19",
  // The styles are part of the HTML.
  emitAssets: true,
  rolldownOptions: {
    input: Object.values(documentSources),
    output: {
      entryFileNames: "[name]-[hash].mjs",
      chunkFileNames: "[name]-[hash].mjs",
      assetFileNames: `${names}[extname]`,
    },
  },
});

/** The same in both builds and on every machine. */
function className(name: string, file: string): string {
  const digest = createHash("sha256").update(relative(process.cwd(), file)).digest("hex");
  return `${name}-${digest.slice(0, 4)}`;
}
