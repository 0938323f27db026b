import { readFileSync, writeFileSync } from "node:fs";

/** Writes the software bill of materials in CycloneDX 1.5: every production package in the lock file. */

type LockedPackage = {
  version?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
export type LockFile = { name: string; version: string; packages: Record<string, LockedPackage> };

const algorithms: Readonly<Record<string, string>> = { sha512: "SHA-512", sha384: "SHA-384", sha256: "SHA-256" };

/** The bill of materials is in a folder that Git ignores and the web server does not serve. */
const sbomFile = ".next/bom.json";

export function writeSbom(): void {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as LockFile;
  writeFileSync(sbomFile, `${JSON.stringify(sbomOf(lock), null, 2)}\n`);
}

export function sbomOf({ name, version, packages }: LockFile) {
  const paths = Object.keys(packages).filter((path) => path !== "" && !packages[path]?.dev);
  const components = paths.map((path) => componentOf(path, packages[path] ?? {}));
  const product = { type: "application", "bom-ref": purlOf(name, version), name, version, purl: purlOf(name, version) };
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: product },
    components: uniqueBy(components, (component) => component["bom-ref"]),
    dependencies: uniqueBy(
      ["", ...paths].map((path) => ({
        ref: path === "" ? product["bom-ref"] : refOf(path, packages),
        dependsOn: dependenciesOf(path, packages),
      })),
      ({ ref }) => ref,
    ),
  };
}

function componentOf(path: string, { version = "", integrity, license, optional }: LockedPackage) {
  const name = nameOf(path);
  return {
    type: "library",
    "bom-ref": purlOf(name, version),
    name,
    version,
    scope: optional ? "optional" : "required",
    purl: purlOf(name, version),
    ...(integrity && { hashes: integrity.split(" ").map(hashOf) }),
    ...(license && { licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { name: license } }] }),
  };
}

/** Converts a digest from the lock file («sha512-» and Base64) to the hexadecimal form of CycloneDX. */
function hashOf(integrity: string) {
  const [algorithm = "", digest = ""] = integrity.split(/-(.*)/s);
  return { alg: algorithms[algorithm] ?? algorithm, content: Buffer.from(digest, "base64").toString("hex") };
}

const nameOf = (path: string) => path.split("node_modules/").at(-1) ?? path;
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace("@", "%40")}@${version}`;
const refOf = (path: string, packages: LockFile["packages"]) => purlOf(nameOf(path), packages[path]?.version ?? "");

function dependenciesOf(path: string, packages: LockFile["packages"]): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  const found = names.map((name) => resolvePackage(path, name, packages)).filter((target) => target !== null);
  return [...new Set(found.filter((target) => !packages[target]?.dev).map((target) => refOf(target, packages)))];
}

/** Resolves a dependency as Node.js does: in the package's own `node_modules`, then in the folders above it. */
function resolvePackage(from: string, name: string, packages: LockFile["packages"]): string | null {
  const own = from === "" ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (packages[own]) return own;
  if (from === "") return null;
  return resolvePackage(from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), name, packages);
}

function uniqueBy<Item>(items: Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
