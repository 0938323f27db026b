import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * A build has several parts. Each part writes a stamp file with the digest of its inputs, and is built again only when
 * its inputs change. This file is plain JavaScript, because `scripts/run.mjs` reads the stamps before TypeScript loads.
 *
 * @typedef {{ inputs: string[], stamp: string }} BuildPart
 */

const clientInputs = ["prisma/schema", "package-lock.json"];

/** @type {BuildPart} The generated Prisma client. */
export const client = { inputs: clientInputs, stamp: "lib/db/generated/.stamp" };

/** The scripts that write the parts of the pages that Next.js does not build. */
const pageScripts = "launch/pages";

/** @type {BuildPart} The pages, built by Next.js. */
export const pages = {
  inputs: ["app", "components", "lib", "public", "next.config.mjs", "tsconfig.json", pageScripts, ...clientInputs],
  stamp: ".next/.stamp",
};

export const bundleFolder = "build";

/** @param {string} script */
export const bundleOf = (script) => join(bundleFolder, `${script}.js`);

/** @type {BuildPart} One bundle for each script that production runs. */
export const bundles = {
  inputs: ["lib", "scripts", "launch", "operator", "emulator", "tsconfig.json", ...clientInputs],
  stamp: join(bundleFolder, ".stamp"),
};

/** @type {BuildPart} The packages of the libraries, which merchants download. */
export const libraries = {
  inputs: [
    ...[
      "sdk/typescript/src",
      "sdk/typescript/package.json",
      "sdk/typescript/README.md",
      "sdk/typescript/tsconfig.json",
    ],
    ...["sdk/php/src", "sdk/php/autoload.php", "sdk/php/README.md", "sdk/python/tradewind", "sdk/python/README.md"],
    ...["sdk/playwright", "launch/libraries", "LICENSE", "package-lock.json"],
  ],
  stamp: ".next/sdk/.stamp",
};

/** The stamp of all parts in a package, which has no inputs to compare with. */
export const packagedMark = "packaged";

/** @param {BuildPart} part */
export function isCurrent({ inputs, stamp }) {
  const digest = existsSync(stamp) && readFileSync(stamp, "utf8").trim();
  return digest === packagedMark || digest === digestOf(inputs);
}

/**
 * Runs `make` and writes the stamp of a build part, unless its stamp is current.
 *
 * @param {BuildPart} part
 * @param {() => Promise<void>} make
 */
export async function makeWhenChanged(part, make) {
  if (isCurrent(part)) return;
  const digest = digestOf(part.inputs);
  // Remove the stamp first: an interrupted build leaves a mixture of old and new files and must not count as current.
  rmSync(part.stamp, { force: true });
  await make();
  mkdirSync(dirname(part.stamp), { recursive: true });
  writeFileSync(part.stamp, digest);
}

/**
 * Digests of the inputs read so far. Build parts share inputs, and each input is read only once.
 * @type {Map<string, string>}
 */
const digestsByInput = new Map();

/** @param {string[]} inputs */
function digestOf(inputs) {
  const hash = createHash("sha256");
  for (const input of inputs.filter((path) => existsSync(path))) {
    const digest = digestsByInput.get(input) ?? digestOfInput(input);
    digestsByInput.set(input, digest);
    hash.update(`${input} ${digest}\n`);
  }
  return hash.digest("hex");
}

/** @param {string} input */
function digestOfInput(input) {
  const hash = createHash("sha256");
  const files = statSync(input).isDirectory() ? filesIn(input) : [input];
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name) && !/generated|__pycache__/.test(entry.parentPath),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
