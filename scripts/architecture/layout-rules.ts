import { dirname } from "node:path";

export type SourceFile = { path: string; text: string };

/** Outside tests. */
export const fileLinesMax = 300;
/** Files directly in one folder, tests and styles included. `app` is exempt: Next.js dictates its layout. */
export const folderFilesMax = 27;

export const isTest = (path: string) => /\.test\.tsx?$|\.spec\.ts$/.test(path) || /^(tests|e2e)\//.test(path);

/** Checks sizes and names across files. Expects all files of the repository's code, without generated ones. */
export function findLayoutViolations(files: readonly SourceFile[]): string[] {
  return [...longFiles(files), ...crowdedFolders(files), ...repeatedExports(files)];
}

function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.(tsx?|[cm]?js|css)$/.test(path) && !isTest(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > fileLinesMax)
    .map(({ path, lines }) => `${path} has ${lines} lines: the maximum is ${fileLinesMax}`);
}

function crowdedFolders(files: readonly SourceFile[]): string[] {
  const paths = files.map(({ path }) => path).filter((path) => !path.startsWith("app/"));
  const byFolder = groupBy(paths, dirname);
  return [...byFolder]
    .filter(([, inside]) => inside.length > folderFilesMax)
    .map(([folder, inside]) => `${folder} has ${inside.length} files side by side: the maximum is ${folderFilesMax}`);
}

/** Unique names in lib, so that an editor's go-to-symbol finds one place. */
function repeatedExports(files: readonly SourceFile[]): string[] {
  const inLib = files.filter(({ path }) => /^lib\/.*\.tsx?$/.test(path) && !isTest(path));
  const exported = inLib.flatMap(({ path, text }) => [...exportsOf(text)].map((name) => ({ name, path })));
  return [...groupBy(exported, ({ name }) => name)]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name} is exported by ${places.map(({ path }) => path).join(" and ")}`);
}

const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm;
const list = /^export (?:type |const |let )?\{([^}]*)\}/gm;

/** A set, because a type and a value of one file may share a name, and functions may be overloaded. */
function exportsOf(text: string): Set<string> {
  const listed = [...text.matchAll(list)].flatMap(([, names = ""]) => names.split(","));
  return new Set([
    ...[...text.matchAll(declaration)].flatMap(([, name = ""]) => name),
    // The last word of `a`, `type a`, `a as b` and, in a destructured constant, `a: b`.
    ...listed.flatMap((item) => /(\w+)\s*$/.exec(item)?.[1] ?? []),
  ]);
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
