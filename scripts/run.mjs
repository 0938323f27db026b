import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { bundleOf, bundles, isCurrent } from "../launch/stamps.mjs";

/**
 * node scripts/run.mjs <script> [arguments]   runs scripts/<script>.ts
 *
 * If the script's bundle was built from the current sources, the bundle runs, because it loads faster.
 * Otherwise, and in development, the TypeScript files run, which needs tsx.
 */
const [, , script = "", ...args] = process.argv;
const bundle = bundleOf(script);
const isDevelopmentServer = args.includes("--dev");

if (!isDevelopmentServer && existsSync(bundle) && isCurrent(bundles)) await load(bundle);
else if (await canLoadTypeScript()) await load(`scripts/${script}.ts`);
else {
  console.error("These sources are not built. Run «npm ci && npm run build» first.");
  process.exitCode = 1;
}

/** @param {string} file */
async function load(file) {
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
}

/** Loads tsx, which registers itself when it is imported. Returns false if «npm prune --omit=dev» has removed tsx. */
async function canLoadTypeScript() {
  return import("tsx").then(
    () => true,
    () => false,
  );
}
