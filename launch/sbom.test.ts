import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type LockFile, sbomOf } from "./sbom";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as LockFile;
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
const sbom = sbomOf(lock);

it("lists every production package with its version, URL and digest, and no development package", () => {
  const production = Object.entries(lock.packages).filter(([path, { dev }]) => path !== "" && !dev);
  const expected = production.map(([path, { version = "", integrity }]) => {
    const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    const digest = integrity && Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
    return JSON.stringify([`pkg:npm/${name.replace("@", "%40")}@${version}`, name, version, digest]);
  });
  const listed = sbom.components.map(({ purl, name, version, hashes }) =>
    JSON.stringify([purl, name, version, hashes?.[0]?.content]),
  );
  expect(listed.sort()).toEqual([...new Set(expected)].sort());
  for (const { hashes = [] } of sbom.components) for (const { alg } of hashes) expect(alg).toBe("SHA-512");
});

it("lists every dependency of package.json as a direct dependency of the product", () => {
  const [product] = sbom.dependencies;
  expect(product?.ref).toBe(`pkg:npm/tradewind@${lock.version}`);
  const direct = Object.entries(dependencies).map(
    ([name, version]) => `pkg:npm/${name.replace("@", "%40")}@${version}`,
  );
  expect(product?.dependsOn.toSorted()).toEqual(direct.sort());
});

it("refers only to listed packages, and lists only packages that the product needs", () => {
  const listed = new Set(sbom.components.map((component) => component["bom-ref"]));
  const needed = new Set(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn));
  expect([...needed].filter((ref) => !listed.has(ref))).toEqual([]);
  expect([...listed].filter((ref) => !needed.has(ref))).toEqual([]);
});

it("prefers a package's own nested version to the shared one", () => {
  const packages = {
    "": { dependencies: { a: "1", b: "1" } },
    "node_modules/a": { version: "1.0.0", dependencies: { b: "2", c: "1" } },
    "node_modules/a/node_modules/b": { version: "2.0.0", dependencies: { c: "1" } },
    "node_modules/b": { version: "1.0.0" },
    "node_modules/c": { version: "1.0.0", license: "(MIT OR Apache-2.0)", optional: true },
  };
  const { components, dependencies } = sbomOf({ name: "shop", version: "1.0.0", packages });
  expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toEqual({
    "pkg:npm/shop@1.0.0": ["pkg:npm/a@1.0.0", "pkg:npm/b@1.0.0"],
    "pkg:npm/a@1.0.0": ["pkg:npm/b@2.0.0", "pkg:npm/c@1.0.0"],
    "pkg:npm/b@2.0.0": ["pkg:npm/c@1.0.0"],
    "pkg:npm/b@1.0.0": [],
    "pkg:npm/c@1.0.0": [],
  });
  expect(components.at(-1)).toMatchObject({ scope: "optional", licenses: [{ expression: "(MIT OR Apache-2.0)" }] });
});
