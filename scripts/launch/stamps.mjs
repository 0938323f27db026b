import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The parts of a build. Each part leaves a stamp, the digest of its inputs, and is made again only when they change.
 * Plain JavaScript, because `scripts/run.mjs` reads the stamps before any TypeScript can be loaded.
 *
 * @typedef {{ inputs: string[], stamp: string }} BuildPart
 */

const clientInputs = ["prisma/schema", "package-lock.json"];

/** @type {BuildPart} The Prisma client. */
export const client = { inputs: clientInputs, stamp: "lib/db/generated/.stamp" };

/** @type {BuildPart} The pages, built by Next.js. */
export const pages = {
  inputs: ["app", "components", "lib", "public", "next.config.mjs", "tsconfig.json", ...clientInputs],
  stamp: ".next/.stamp",
};

export const bundleFolder = "build";

/** @param {string} script */
export const bundleOf = (script) => join(bundleFolder, `${script}.js`);

/** @type {BuildPart} One bundle for each script that production runs. */
export const bundles = {
  inputs: ["lib", "scripts", "tsconfig.json", ...clientInputs],
  stamp: join(bundleFolder, ".stamp"),
};

/** @param {BuildPart} part */
export function isCurrent({ inputs, stamp }) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === digestOf(inputs);
}

/**
 * Runs `make` and writes the part's stamp, unless the stamp is current.
 *
 * @param {BuildPart} part
 * @param {() => Promise<void>} make
 */
export async function makeWhenChanged(part, make) {
  if (isCurrent(part)) return;
  const digest = digestOf(part.inputs);
  // An interrupted build may leave a mixture of old and new files, so it must leave no stamp.
  rmSync(part.stamp, { force: true });
  await make();
  mkdirSync(dirname(part.stamp), { recursive: true });
  writeFileSync(part.stamp, digest);
}

/**
 * The parts share inputs, and a start checks several parts: each input is read once.
 * @type {Map<string, string>}
 */
const digestsByInput = new Map();

/** @param {string[]} inputs */
function digestOf(inputs) {
  const hash = createHash("sha256").update(process.version);
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
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name) && !entry.parentPath.includes("generated"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
