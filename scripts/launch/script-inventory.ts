import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import {
  type InventoryScript,
  inventoryFile,
  type ScriptGroup,
  type ScriptInventory,
} from "@/lib/page-scripts/script-inventory";

/** Lists the scripts that the payment page can load, with their digests, from the build manifests of Next.js. */

const route = "/checkout/[token]/page";
const clientManifest = `.next/server/app${route}_client-reference-manifest.js`;
/** Matches modules of the payment page. The manifest also lists modules of other pages. */
const ownModule = /\/(app\/(layout|error|checkout\/)|components\/checkout\/)/;

type ClientModules = Record<string, { chunks: string[] }>;
type Found = [file: string, group: ScriptGroup];

export function writeScriptInventory(): void {
  const build = readFileSync(".next/BUILD_ID", "utf8").trim();
  const scripts = [...new Map([...frameworkFiles(), ...pageFiles(), ...lazyFiles()])].map(describe);
  if (!scripts.some(({ group }) => group === "page")) throw new Error("The build lists no script of the payment page.");
  const inventory: ScriptInventory = { build, scripts };
  writeFileSync(inventoryFile, `${JSON.stringify(inventory, null, 2)}\n`);
}

function frameworkFiles(): Found[] {
  const manifest = readJson<{ polyfillFiles: string[]; rootMainFiles: string[] }>(".next/build-manifest.json");
  return [
    ...manifest.polyfillFiles.map((file): Found => [file, "polyfills"]),
    ...manifest.rootMainFiles.map((file): Found => [file, file.includes("/webpack-") ? "runtime" : "framework"]),
  ];
}

function pageFiles(): Found[] {
  const scope: { __RSC_MANIFEST: Record<string, { clientModules: ClientModules }> } = { __RSC_MANIFEST: {} };
  runInNewContext(readFileSync(clientManifest, "utf8"), Object.assign(scope, { globalThis: scope }));
  const modules = Object.entries(scope.__RSC_MANIFEST[route]?.clientModules ?? {});
  const files = modules
    .filter(([name]) => ownModule.test(name))
    .flatMap(([, { chunks }]) => chunks.filter((_, index) => index % 2 === 1));
  return files.map((file): Found => [file, /\/error-\w+\.js$/.test(file) ? "error" : "page"]);
}

/** Scripts that the payment page loads on demand. */
function lazyFiles(): Found[] {
  const manifest = readJson<Record<string, { files: string[] }>>(".next/react-loadable-manifest.json");
  const own = Object.entries(manifest).filter(([name]) => name.startsWith("components/checkout/"));
  const group = (name: string): ScriptGroup => (name.includes("/sandbox/") ? "sandbox" : "page");
  return own.flatMap(([name, { files }]) =>
    files.filter((file) => file.endsWith(".js")).map((file): Found => [file, group(name)]),
  );
}

/** The inventory entry of a script. Its path has %5B and %5D for the brackets of a folder, as in the pages. */
function describe([file, group]: Found): InventoryScript {
  const content = readFileSync(`.next/${decodeURI(file)}`);
  const digest = (algorithm: string) => createHash(algorithm).update(content).digest("hex");
  return { path: `/_next/${file}`, group, bytes: content.length, sha256: digest("sha256"), sha384: digest("sha384") };
}

const readJson = <Content>(path: string) => JSON.parse(readFileSync(path, "utf8")) as Content;
