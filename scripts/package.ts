import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildProduct } from "@/launch/build";
import { reportFailure } from "@/launch/command";
import { programs } from "@/launch/package/programs";
import { traceFiles } from "@/launch/package/trace";
import { step } from "@/launch/progress";
import { bundleFolder, bundleOf, bundles, client, libraries, packagedMark, pages } from "@/launch/stamps.mjs";

/**
 * npm run package: writes `dist/`, which runs without npm, sources or a build: `node dist/web.js`. Its native packages
 * are those of this machine, so package on the system and processor that will run it.
 */
const target = "dist";
/** Files that are read by their path when the product runs. */
const readAtRunTime = ["prisma/migrations", "docs/guides", "sdk/vectors.json", "LICENSE"];
/** Parts of `.next` that only the build uses. */
const buildOnly = ["cache", "diagnostics", "trace", "trace-build", "types"];
const decoder = "lib/pictures/picture-decoder.mjs";

try {
  await buildProduct();
  await step("Packaging", writePackage);
  console.log(`Written: ${target}/ with ${Object.keys(programs).join(".js, ")}.js`);
} catch (error) {
  reportFailure(error);
}

async function writePackage(): Promise<void> {
  const files = await traceFiles([...Object.values(programs).map(bundleOf), decoder]);
  rmSync(target, { recursive: true, force: true });
  const ofPages = readdirSync(".next").filter((name) => !buildOnly.includes(name));
  const sourceMaps = files.filter((path) => path.startsWith(bundleFolder)).map((path) => `${path}.map`);
  for (const path of [...files, ...sourceMaps, ...readAtRunTime, ...ofPages.map((name) => join(".next", name))]) {
    cpSync(path, join(target, path), { recursive: true });
  }
  for (const { stamp } of [client, pages, bundles, libraries]) write(stamp, packagedMark);
  for (const [program, script] of Object.entries(programs)) write(`${program}.js`, startOf(program, script));
  write("package.json", JSON.stringify(packageFile(), null, 2));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), `${text}\n`);
}

/** Files are found from the package's folder. Paths that the operator gives are relative to the operator's folder. */
function startOf(program: string, script: string): string {
  return [
    ...(program === "web" ? [`process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = ${JSON.stringify(nextConfig())};`] : []),
    "process.env.INIT_CWD ??= process.cwd();",
    'process.env.OPERATOR_COMMAND ??= "operator.js";',
    "process.chdir(import.meta.dirname);",
    `await import("./${bundleOf(script)}");`,
  ].join("\n");
}

/**
 * The configuration of Next.js as its own standalone output passes it. Without it, Next.js needs webpack to read it.
 */
function nextConfig(): string {
  const { config } = JSON.parse(readFileSync(".next/required-server-files.json", "utf8"));
  config.experimental.preloadEntriesOnStart = true;
  return JSON.stringify(config);
}

type PackageFile = { name: string; version: string; license: string; engines: object };

function packageFile(): PackageFile & { private: true; type: "module" } {
  const { name, version, license, engines } = JSON.parse(readFileSync("package.json", "utf8")) as PackageFile;
  return { name, version, private: true, license, type: "module", engines };
}
