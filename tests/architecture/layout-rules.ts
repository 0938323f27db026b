import { dirname } from "node:path";

export type SourceFile = { path: string; text: string };

/** The maximum number of lines in a source file. Tests are exempt. */
export const fileLinesMax = 300;
/** More sources in one folder are hard to survey. `app` is exempt, because Next.js dictates its layout. */
export const folderSourcesMax = 27;

export const isTest = (path: string) => /\.test\.tsx?$|\.spec\.ts$/.test(path) || /^(tests|e2e)\//.test(path);

/** Checks the sizes of files, and duplicate names. Expects all source files except generated ones. */
export function findLayoutViolations(files: readonly SourceFile[]): string[] {
  return [...longFiles(files), ...repeatedExports(files), ...wideProse(files)];
}

function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => /\.(tsx?|[cm]?js|css)$/.test(path) && !isTest(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > fileLinesMax)
    .map(({ path, lines }) => `${path} has ${lines} lines: the maximum is ${fileLinesMax}`);
}

/** Comments, and prose in Markdown, wrap at this column. Biome wraps code, but neither of these. */
export const columnsMax = 120;

function wideProse(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    (path.endsWith(".md") ? proseOf(text) : /\.(tsx?|[cm]?js|css|php)$/.test(path) ? commentsOf(text) : [])
      .filter(({ line }) => line.length > columnsMax && !isOneWord(line))
      .map(({ number }) => `${path}:${number} is wider than ${columnsMax} columns`),
  );
}

type Line = { line: string; number: number };

const linesOf = (text: string): Line[] => text.split("\n").map((line, index) => ({ line, number: index + 1 }));

const commentsOf = (text: string): Line[] => linesOf(text).filter(({ line }) => /^\s*(\/\/|\/?\*)/.test(line));

/** Without code blocks and tables, whose lines cannot be wrapped. */
function proseOf(text: string): Line[] {
  let isCode = false;
  return linesOf(text).filter(({ line }) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode && !/^\s*\|/.test(line);
  });
}

/** A URL, a link or a piece of code may be longer than a line. */
const isOneWord = (line: string) =>
  !/\S\s+\S/.test(line.replace(/^\s*(\/\/|\/?\*+|[-*]|\d+\.)\s+/, "").replace(/`[^`]*`/g, "code"));

/** Folders that should be divided. A warning, because the next file may still belong there. */
export function findCrowdedFolders(files: readonly SourceFile[]): string[] {
  const sources = files
    .map(({ path }) => path)
    .filter((path) => /\.(tsx?|[cm]?js|css)$/.test(path) && !isTest(path) && !path.startsWith("app/"));
  return [...groupBy(sources, dirname)]
    .filter(([, inside]) => inside.length > folderSourcesMax)
    .map(([folder, inside]) => `${folder} has ${inside.length} sources side by side: better are ${folderSourcesMax}`);
}

/**
 * Finds names that several files in lib export. They must be unique, so that go-to-symbol finds one place. Only the
 * adapters of acquirers share names: they have the same parts, and who knows one finds the way in another.
 */
function repeatedExports(files: readonly SourceFile[]): string[] {
  const adapters = files.flatMap(({ path }) => /^(lib\/gateway\/\w+\/)operations\.ts$/.exec(path)?.[1] ?? []);
  const homeOf = (path: string) => adapters.find((folder) => path.startsWith(folder)) ?? path;
  const areAdapters = (places: readonly { path: string }[]) => {
    const homes = new Set(places.map(({ path }) => homeOf(path)));
    return homes.size === places.length && [...homes].every((home) => adapters.includes(home));
  };
  const inLib = files.filter(({ path }) => /^lib\/.*\.tsx?$/.test(path) && !isTest(path));
  const exported = inLib.flatMap(({ path, text }) => [...exportsOf(text)].map((name) => ({ name, path })));
  return [...groupBy(exported, ({ name }) => name)]
    .filter(([, places]) => places.length > 1 && !areAdapters(places))
    .map(([name, places]) => `${name} is exported by ${places.map(({ path }) => path).join(" and ")}`);
}

const declaration =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm;
const list = /^export (?:type |const |let )?\{([^}]*)\}/gm;

/** The exported names of a file. A set, because a type and a value may share a name, and functions have overloads. */
function exportsOf(text: string): Set<string> {
  const listed = [...text.matchAll(list)].flatMap(([, names = ""]) => names.split(","));
  return new Set([
    ...[...text.matchAll(declaration)].flatMap(([, name = ""]) => name),
    // The exported name is the last word of `a`, `type a`, `a as b` and, in a destructured constant, `a: b`.
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
