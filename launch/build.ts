import { existsSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import type { Plugin } from "esbuild";
import { packagesFolder } from "@/lib/docs/packages";
import { env, rawEnv } from "@/lib/kit/env";
import { LaunchError, runProgram } from "./processes";
import { runTogether, step } from "./progress";
import { bundleFolder, bundles, client, isCurrent, libraries, makeWhenChanged, pages } from "./stamps.mjs";

/** Scripts for development. They are not bundled and always run from the sources. */
export const developmentScripts = ["bench", "build", "check-architecture", "package", "gateway-emulator", "test"];

export const noTelemetry = { NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1", DO_NOT_TRACK: "1" };

export async function generateClient(): Promise<void> {
  await makeWhenChanged(client, async () => {
    // Point Prisma to any existing program as its schema engine. Otherwise it downloads an engine that we do not use.
    const programEnv = { ...rawEnv(), ...noTelemetry, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
    await runProgram(process.execPath, ["node_modules/prisma/build/index.js", "generate"], { env: programEnv });
  });
}

/** Builds everything that production runs: the Prisma client, one bundle for each process, and the pages. */
export async function buildProduct(signal?: AbortSignal): Promise<void> {
  await buildBundles();
  await buildPages(signal);
}

/** Builds the pages. `signal` aborts the build. */
async function buildPages(signal?: AbortSignal): Promise<void> {
  await generateClient();
  await buildLibraries();
  await makeWhenChanged(pages, () =>
    step("Building the pages", async () => {
      removeOldPages();
      // Imported only here: these modules load code of the checkout, and every process imports this file.
      const { buildDocuments } = await import("./pages/documents");
      const { writeFonts } = await import("./pages/fonts");
      const { writeScriptInventory } = await import("./pages/script-inventory");
      await writeFonts();
      // Next.js uses one core.
      await runTogether([buildWithNext, () => buildDocuments(".next", "production")], signal);
      writeScriptInventory();
      // The last step, because it compresses what the other steps write to .next/static.
      const { compressStaticFiles } = await import("./pages/static-files");
      await compressStaticFiles();
    }),
  );
}

/** Builds the packages of the libraries that the product serves. */
export async function buildLibraries(): Promise<void> {
  await makeWhenChanged(libraries, async () => {
    const { writePackages } = await import("./libraries/build-libraries");
    await writePackages(packagesFolder);
  });
}

/** Keeps what the development server wrote, and the packages of the libraries. */
function removeOldPages(): void {
  const kept = ["dev", basename(packagesFolder)];
  const old = existsSync(".next") ? readdirSync(".next").filter((name) => !kept.includes(name)) : [];
  for (const name of old) rmSync(join(".next", name), { recursive: true });
}

async function buildWithNext(signal: AbortSignal): Promise<void> {
  // Webpack's many short-lived objects fit into a larger young generation, which saves a fifth of the processor time.
  const node = ["--max-semi-space-size=64"];
  // Use webpack instead of Turbopack, which takes more processor time here.
  await runProgram(process.execPath, [...node, "node_modules/next/dist/bin/next", "build", "--webpack"], {
    env: { ...rawEnv(), ...noTelemetry, NODE_ENV: "production" },
    signal,
  });
}

/** Bundles each production script to one file, with shared chunks. npm packages stay in node_modules. */
async function buildBundles(): Promise<void> {
  await generateClient();
  await makeWhenChanged(bundles, async () => {
    const { build } = await import("esbuild");
    rmSync(bundleFolder, { recursive: true, force: true });
    await build({
      entryPoints: productionScripts(),
      outdir: bundleFolder,
      bundle: true,
      splitting: true,
      packages: "external",
      plugins: [jsonOfPackages],
      platform: "node",
      format: "esm",
      target: "node20.19",
      sourcemap: "linked",
      logLevel: "error",
    });
  });
}

/** Bundles the JSON files of npm packages, because Node.js 20 prints a warning for each imported JSON module. */
const jsonOfPackages: Plugin = {
  name: "json-of-packages",
  setup({ onResolve }) {
    onResolve({ filter: /^[^.].*\.json$/ }, ({ path }) => ({ path: createRequire(import.meta.url).resolve(path) }));
  },
};

function productionScripts(): string[] {
  return readdirSync("scripts")
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .filter((name) => !developmentScripts.includes(basename(name, ".ts")))
    .map((name) => join("scripts", name));
}

/** Set by the launcher, which builds everything before it starts a process. */
const isBuilt = process.argv.includes("--built");

/** Builds missing or outdated pages. In production, a process never builds and requires a current build. */
export async function ensurePages(): Promise<void> {
  if (isBuilt) return;
  if (!env().isProduction) return buildPages();
  if (![pages, bundles, libraries].every(isCurrent)) throw noBuild();
}

/** Makes sure that a process without pages, such as the worker, can run. */
export async function ensureBundles(): Promise<void> {
  if (isBuilt) return;
  if (!env().isProduction) return generateClient();
  if (!isCurrent(bundles)) throw noBuild();
}

const noBuild = () =>
  new LaunchError(
    "These sources are not built, and in production a process does not build. Run «npm run build» first.",
  );
