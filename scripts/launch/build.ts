import { readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import type { Plugin } from "esbuild";
import { env, rawEnv } from "@/lib/kit/env";
import { LaunchError, runProgram } from "./processes";
import { step } from "./progress";
import { bundleFolder, bundles, client, isCurrent, makeWhenChanged, pages } from "./stamps.mjs";

/** Scripts for the work on the sources: they always run from the sources. */
const developmentScripts = ["bench", "build", "check-architecture", "test"];

export const noTelemetry = { NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1", DO_NOT_TRACK: "1" };

export async function generateClient(): Promise<void> {
  await makeWhenChanged(client, async () => {
    // Any existing program will do: without one Prisma would download an engine that is not used here.
    const programEnv = { ...rawEnv(), ...noTelemetry, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
    await runProgram(process.execPath, ["node_modules/prisma/build/index.js", "generate"], { env: programEnv });
  });
}

/** Everything that production runs: the Prisma client, the bundles of the processes, the pages. */
export async function buildProduct(signal?: AbortSignal): Promise<void> {
  await buildBundles();
  await buildPages(signal);
}

/** `signal` stops the build. */
async function buildPages(signal?: AbortSignal): Promise<void> {
  await generateClient();
  await makeWhenChanged(pages, () =>
    step("Building the pages", async () => {
      const programEnv = { ...rawEnv(), ...noTelemetry, NODE_ENV: "production" };
      // Not Turbopack: it keeps all of zod/mini, which adds 8 KB to the payment page.
      await runProgram(process.execPath, ["node_modules/next/dist/bin/next", "build", "--webpack"], {
        env: programEnv,
        ...(signal && { signal }),
      });
      // Imported here, because it loads modules of the checkout and every process imports this file.
      const { writeScriptInventory } = await import("./script-inventory");
      writeScriptInventory();
    }),
  );
}

/** One file for each process, with shared chunks. Packages stay in node_modules. */
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
      // Log lines name the classes of errors.
      keepNames: true,
      sourcemap: "linked",
      logLevel: "error",
    });
  });
}

/** Node.js 20 warns of each JSON module that it imports, so the bundles contain them. */
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

/** The launcher has built everything before it starts a process. */
const isBuilt = process.argv.includes("--built");

/** Builds what is missing. In production a process never builds: it requires a build of the current sources. */
export async function ensurePages(): Promise<void> {
  if (isBuilt) return;
  if (!env().isProduction) return buildPages();
  if (!isCurrent(pages) || !isCurrent(bundles)) throw noBuild();
}

/** For a process that serves no pages. */
export async function ensureBundles(): Promise<void> {
  if (isBuilt) return;
  if (!env().isProduction) return generateClient();
  if (!isCurrent(bundles)) throw noBuild();
}

const noBuild = () =>
  new LaunchError(
    "These sources are not built for this version of Node.js, and in production a process does not build. Run «npm run build» first.",
  );
