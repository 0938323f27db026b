import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

type Component = { "bom-ref": string; name: string; properties: { name: string }[] };
type Dependency = { ref: string; dependsOn: string[] };
type PackageJson = { name: string; dependencies: Record<string, string> };
type Bom = { metadata: { component: Component }; components: Component[]; dependencies: Dependency[] };

/** The bill of materials is in a folder that Git ignores and the web server does not serve. */
export const writeSbom = (): void => writeFileSync(".next/bom.json", readSbom());

/**
 * Returns the software bill of materials in CycloneDX: every production package in the lock file. npm lists all
 * packages, because its `--omit dev` also omits production packages that a development package depends on. The serial
 * number, the time and the name of the folder are left out, so that equal lock files give equal documents.
 */
export function readSbom(): string {
  const everything = ["--include=dev", "--include=optional", "--include=peer", "--package-lock-only"];
  const options = ["--sbom-format=cyclonedx", "--sbom-type=application", "--no-update-notifier"];
  const output = execFileSync("npm", ["sbom", ...options, ...everything], { encoding: "utf8", maxBuffer: 2 ** 24 });
  const bom = JSON.parse(output) as Bom;
  const { name, dependencies: direct } = JSON.parse(readFileSync("package.json", "utf8")) as PackageJson;
  const product = { ...bom.metadata.component, name };
  // npm 10 lists a package twice that is installed twice.
  const components = new Map(bom.components.filter(isProduction).map((one) => [one["bom-ref"], one]));
  // npm adds the development packages to the product's own dependencies.
  const dependencies = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn])).set(
    product["bom-ref"],
    Object.entries(direct).map((entry) => entry.join("@")),
  );
  const sbom = {
    ...{ ...bom, serialNumber: undefined, metadata: { component: product }, components: [...components.values()] },
    dependencies: [product["bom-ref"], ...components.keys()].map((ref) => ({
      ref,
      dependsOn: dependencies.get(ref)?.filter((one) => components.has(one)),
    })),
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

const isProduction = ({ properties }: Component): boolean =>
  !properties.some(({ name }) => name === "cdx:npm:package:development");
