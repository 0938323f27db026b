import { readFileSync } from "node:fs";
import { expect, inject, it } from "vitest";
import { readSbom } from "./sbom";

type LockFile = { version: string; packages: Record<string, LockedPackage> };
type LockedPackage = { version?: string; integrity?: string; license?: string; dev?: boolean; optional?: boolean };
type Component = { [field in "bom-ref" | "purl" | "name" | "version" | "scope"]: string } & {
  hashes?: { alg: string; content: string }[];
  licenses?: ({ license: { id: string } } | { expression: string })[];
};
type Sbom = { components: Component[]; dependencies: { ref: string; dependsOn: string[] }[] };

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as LockFile;
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
const text = readSbom();
const sbom = JSON.parse(text) as Sbom;
const production = Object.entries(lock.packages).filter(([path, { dev }]) => path !== "" && !dev);
const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
const refOf = (path: string) => `${nameOf(path)}@${lock.packages[path]?.version}`;

it("lists every production package with its version, URL, digest and licence, and no development package", () => {
  const expected = production.map(([path, { version = "", integrity, license }]) => {
    const name = nameOf(path);
    const digest = integrity && Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
    return JSON.stringify([`pkg:npm/${name.replace("@", "%40")}@${version}`, name, version, digest, license]);
  });
  const listed = sbom.components.map(({ purl, name, version, hashes, licenses: [licence] = [] }) => {
    const spdx = licence && ("license" in licence ? licence.license.id : licence.expression);
    return JSON.stringify([purl, name, version, hashes?.[0]?.content, spdx]);
  });
  expect(listed.sort()).toEqual([...new Set(expected)].sort());
  for (const { hashes = [] } of sbom.components) for (const { alg } of hashes) expect(alg).toBe("SHA-512");
});

it("marks optional packages", () => {
  const scopes = new Map(sbom.components.map((component) => [component["bom-ref"], component.scope]));
  for (const [path] of production.filter(([, { optional }]) => optional)) {
    expect([path, scopes.get(refOf(path))]).toEqual([path, "optional"]);
  }
});

it("lists every dependency of package.json as a direct dependency of the product", () => {
  const [product] = sbom.dependencies;
  expect(product?.ref).toBe(`tradewind@${lock.version}`);
  const direct = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  expect(product?.dependsOn.toSorted()).toEqual(direct.sort());
});

it("refers only to listed packages, and lists only packages that the product needs", () => {
  const listed = new Set(sbom.components.map((component) => component["bom-ref"]));
  const needed = new Set(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn));
  expect([...needed].filter((ref) => !listed.has(ref))).toEqual([]);
  expect([...listed].filter((ref) => !needed.has(ref))).toEqual([]);
});

it("prefers a package's own nested version to the shared one", () => {
  const nested = production.filter(([path]) => path.lastIndexOf("node_modules/") > 0);
  expect(nested.length).toBeGreaterThan(0);
  for (const [path] of nested) {
    const parent = path.slice(0, path.lastIndexOf("/node_modules/"));
    const edges = sbom.dependencies.find(({ ref }) => ref === refOf(parent))?.dependsOn ?? [];
    const named = edges.filter((ref) => ref.startsWith(`${nameOf(path)}@`));
    if (named.length > 0) expect([path, named]).toEqual([path, [refOf(path)]]);
  }
});

it("has no serial number and no time, which would differ for the same lock file", () => {
  expect(text).not.toMatch(/"(serialNumber|timestamp)":/);
});

it.runIf(inject("isDeep"))("gives the same document for the same lock file", () => {
  expect(readSbom()).toBe(text);
});
