import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Next.js ships this tracer and uses it for its own standalone output. */
type Tracer = {
  nodeFileTrace(
    files: string[],
    options: { base: string; conditions: string[]; ignore: (path: string) => boolean },
  ): Promise<{ fileList: Set<string> }>;
};

/** Only programs. The tracer also finds folders that the product names, such as the one with the development keys. */
const programFolders = /^(node_modules|build|lib\/pictures|\.next\/server)\//;

/** Parts of Next.js that only its build and its development server load. */
const buildTimeParts = [
  /^node_modules\/next\/dist\/compiled\/(babel|babel-packages|next-devtools|webpack)\//,
  /^node_modules\/next\/dist\/build\/(babel|swc|webpack\/(config|loaders))\//,
  /\.dev\.js$|\.development\.js$|\.d\.ts$/,
];

/** Newer versions of Node.js also follow the second condition, so the files of both are needed. */
const conditions = ["node", "module-sync"];

/** Finds every file that the given files load, packages included, by reading their imports. Paths are relative. */
export async function traceFiles(entries: string[]): Promise<string[]> {
  const { nodeFileTrace } = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft") as Tracer;
  const developmentPackages = listDevelopmentPackages();
  const isLeftOut = (path: string) =>
    !programFolders.test(path) ||
    buildTimeParts.some((part) => part.test(path)) ||
    developmentPackages.some((folder) => path.startsWith(folder));
  // The server of Next.js is named here, because Next.js chooses it when it runs.
  const files = [...entries, ...serverFilesOfPages(), "node_modules/next/dist/server/next-server.js"];
  const { fileList } = await nodeFileTrace(files, { base: process.cwd(), conditions, ignore: isLeftOut });
  return [...fileList].sort();
}

function serverFilesOfPages(): string[] {
  const folder = ".next/server";
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".js"))
    .map((file) => join(folder, file));
}

type LockFile = { packages: Record<string, { dev?: boolean; devOptional?: boolean }> };

function listDevelopmentPackages(): string[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as LockFile;
  return Object.entries(packages).flatMap(([folder, { dev, devOptional }]) =>
    dev || devOptional ? [`${folder}/`] : [],
  );
}
