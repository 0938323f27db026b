import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { runProgram } from "@/launch/processes";
import type { PackageFile } from "@/lib/docs/packages";
import { type ArchiveFile, writeTgz, writeZip } from "./archives";

/** Writes the packages that merchants download from /sdk. Nothing is downloaded for them. */
export async function writePackages(folder: string): Promise<void> {
  const compiled = mkdtempSync(join(tmpdir(), "tradewind-packages-"));
  try {
    const [library, pages] = [join(compiled, "library"), join(compiled, "playwright")];
    await Promise.all([
      compile("sdk/typescript/tsconfig.json", library),
      compile("sdk/playwright/tsconfig.build.json", pages),
    ]);
    const sample = filesIn("sdk/playwright/sample", "package/sample");
    const packages: Record<PackageFile, Buffer> = {
      "tradewind.tgz": writeTgz(npmPackage("sdk/typescript", library)),
      "tradewind-playwright.tgz": writeTgz([...npmPackage("sdk/playwright", pages), ...sample]),
      "tradewind-php.zip": writeZip([
        ...papers("sdk/php", "tradewind"),
        toFile("tradewind/autoload.php", "sdk/php/autoload.php"),
        ...filesIn("sdk/php/src", "tradewind/src"),
      ]),
      "tradewind-python.zip": writeZip([
        ...papers("sdk/python", "tradewind"),
        ...filesIn("sdk/python/tradewind", "tradewind"),
      ]),
    };
    mkdirSync(folder, { recursive: true });
    for (const [file, content] of Object.entries(packages)) writeFileSync(join(folder, file), content);
  } finally {
    rmSync(compiled, { recursive: true });
  }
}

const compile = (project: string, folder: string) =>
  runProgram(process.execPath, ["node_modules/typescript/bin/tsc", "-p", project, "--outDir", folder]);

/** npm expects all files in the folder `package`. */
const npmPackage = (source: string, compiled: string): ArchiveFile[] => [
  ...papers(source, "package"),
  toFile("package/package.json", join(source, "package.json")),
  ...filesIn(compiled, "package/dist"),
];

const papers = (source: string, place: string): ArchiveFile[] => [
  toFile(`${place}/LICENSE`, "LICENSE"),
  toFile(`${place}/README.md`, join(source, "README.md")),
];

function filesIn(folder: string, place: string): ArchiveFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".pyc"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => toFile(`${place}/${relative(folder, path)}`, path));
}

const toFile = (name: string, path: string): ArchiveFile => ({ name, content: readFileSync(path) });
