import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { canRun } from "@/tests/support/http/programs";
import type { ShopLanguage } from "./shop-folder";

/** The libraries of sdk/ as a shop has them after their installation. */
export type Installed = {
  language: ShopLanguage;
  /** What this machine lacks to run the library. Null if nothing is missing. */
  missing: string | null;
  /** The program and its arguments that run all vectors. */
  vectors: [string, string[]];
  /** Lines that replace the installation in a program. */
  setUp: string;
};

const execute = promisify(execFile);

type Libraries = {
  /** The compiled TypeScript library with its package.json. */
  folder: string;
  /** Skips the test if this machine cannot run the library. */
  find(language: ShopLanguage, skip: (note: string) => void): Installed;
  remove(): void;
};

/** Compiles the TypeScript library in a temporary folder. */
export async function installLibraries(): Promise<Libraries> {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-sdk-"));
  const built = join(folder, "dist");
  await execute("node_modules/.bin/tsc", ["-p", "sdk/typescript", "--outDir", built]);
  copyFileSync("sdk/typescript/package.json", join(folder, "package.json"));
  const hasPhp = canRun("php", ["-r", "exit(extension_loaded('curl') ? 0 : 1);"]);
  const hasPython = canRun("python3");
  const [php, python] = [resolve("sdk/php"), resolve("sdk/python")];
  const installed: Installed[] = [
    {
      language: "JavaScript",
      missing: null,
      vectors: [process.execPath, ["sdk/typescript/tests/vectors.mjs", built]],
      setUp: `import * as sdk from ${JSON.stringify(join(built, "index.js"))};`,
    },
    {
      language: "PHP",
      missing: hasPhp ? null : "PHP with its curl extension is not installed.",
      vectors: ["php", [join(php, "tests/vectors.php")]],
      setUp: `require '${php}/autoload.php';`,
    },
    {
      language: "Python",
      missing: hasPython ? null : "Python is not installed.",
      // Without -B, Python would write compiled files beside the library.
      vectors: ["python3", ["-B", join(python, "tests/vectors.py")]],
      setUp: `import sys\nsys.dont_write_bytecode = True\nsys.path.insert(0, ${JSON.stringify(python)})`,
    },
  ];
  for (const { missing } of installed) if (missing) console.warn(`${missing} The tests of its library are skipped.`);
  return {
    folder,
    find(language, skip) {
      const library = installed.find((each) => each.language === language);
      if (!library) throw new Error(`There is no library for ${language}.`);
      if (library.missing) skip(library.missing);
      return library;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
