import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { bundleOf, bundles, isCurrent } from "./launch/stamps.mjs";

/**
 * node scripts/run.mjs <script> [arguments]   runs scripts/<script>.ts
 *
 * From its bundle, if that was built from the current sources: a process then loads its code in one piece.
 * Else, and in development, from the TypeScript files, which needs tsx.
 */
const [, , script = "", ...args] = process.argv;
const bundle = bundleOf(script);
const isDevelopmentServer = args.includes("--dev");

if (!isDevelopmentServer && existsSync(bundle) && isCurrent(bundles)) await load(bundle);
else if (await canLoadTypeScript()) await load(`scripts/${script}.ts`);
else {
  console.error("These sources are not built for this version of Node.js. Run «npm ci && npm run build» first.");
  process.exitCode = 1;
}

/** @param {string} file */
async function load(file) {
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
}

/** tsx registers itself when it is imported. «npm prune --omit=dev» removes it. */
async function canLoadTypeScript() {
  return import("tsx").then(
    () => true,
    () => false,
  );
}
