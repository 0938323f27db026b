import { createHash } from "node:crypto";
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
} from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** Finds the decoder's files and the packages it loads, and copies both to a folder that another user can read. */

const programFolder = join(process.cwd(), "lib/pictures");
const packageFolder = join(process.cwd(), "node_modules");
export const programName = "picture-decoder.mjs";
const programNames = [programName, "picture-svg.mjs"];
const importedPackages = ["sharp", "@cwasm/nsbmp"];

export type DecoderSources = { programs: string[]; packages: string[] };

/** Resolves symbolic links, because Node.js checks permissions on real paths. */
export async function findDecoderSources(): Promise<DecoderSources> {
  const programs = programNames.map((name) => realpath(join(programFolder, name)));
  const packages = [...(await collectPackages(importedPackages))].map((folder) => realpath(folder));
  return { programs: await Promise.all(programs), packages: await Promise.all(packages) };
}

/** If `node_modules` is a symbolic link, the decoder needs permission to read the link itself, too. */
export async function linkedPackageFolder(): Promise<string[]> {
  return (await realpath(packageFolder)) === packageFolder ? [] : [packageFolder];
}

/**
 * Collects the packages and their installed dependencies. Optional dependencies for other platforms are skipped,
 * because they are not installed.
 */
async function collectPackages(names: readonly string[], found = new Set<string>()): Promise<Set<string>> {
  for (const name of names) {
    const folder = join(packageFolder, name);
    const text = await readFile(join(folder, "package.json"), "utf8").catch(() => null);
    if (text === null || found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies } = JSON.parse(text) as Record<string, object | undefined>;
    await collectPackages(Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return found;
}

type StagedFile = { source: string; target: string };

/**
 * Copies the decoder to a folder under `parent` that root owns and every user can read. The folder's name is a digest
 * of its contents, so every version is copied once, and a damaged copy is replaced.
 */
export async function stageDecoder(parent: string): Promise<string> {
  await makeRootsFolder(parent);
  const files = await filesToStage();
  const digest = await digestOf(files.map(({ source, target }) => ({ path: source, name: target })));
  const home = join(parent, `decoder-${digest.slice(0, 20)}`);
  if ((await digestOfFolder(home)) === digest) return home;
  const draft = await mkdtemp(join(parent, "decoder-new-"));
  try {
    await copyAll(files, draft);
    await rm(home, { recursive: true, force: true });
    await rename(draft, home);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another web process may have made the same copy first.
    if ((await digestOfFolder(home)) !== digest) throw error;
  }
  return home;
}

async function makeRootsFolder(folder: string): Promise<void> {
  const isNew = (await mkdir(folder, { recursive: true })) !== undefined;
  // The umask of root may have denied other users access to the new folder.
  if (isNew) await chmod(folder, 0o755);
  const { uid, mode } = await lstat(folder);
  // In /var/tmp a local user may have created the folder first, and could then change the decoder.
  if (uid !== 0 || (mode & 0o022) !== 0) throw new Error(`${folder} can be changed by users other than root`);
}

async function filesToStage(): Promise<StagedFile[]> {
  const { programs, packages } = await findDecoderSources();
  const root = await realpath(packageFolder);
  const packaged = await Promise.all(packages.map(filesIn));
  return [
    ...programs.map((source) => ({ source, target: relative(dirname(source), source) })),
    ...packaged.flat().map((source) => ({ source, target: join("node_modules", relative(root, source)) })),
  ];
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function copyAll(files: StagedFile[], home: string): Promise<void> {
  for (const { source, target } of files) {
    const path = join(home, target);
    await mkdir(dirname(path), { recursive: true });
    await copyFile(source, path);
    await chmod(path, 0o644);
  }
  const entries = await readdir(home, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  for (const folder of [home, ...folders]) await chmod(folder, 0o755);
}

async function digestOf(files: { path: string; name: string }[]): Promise<string> {
  const hash = createHash("sha256");
  for (const { path, name } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    hash.update(`\0${name}\0`).update(await readFile(path));
  }
  return hash.digest("hex");
}

async function digestOfFolder(home: string): Promise<string | null> {
  if (!(await stat(home).catch(() => null))) return null;
  const paths = await filesIn(home);
  return digestOf(paths.map((path) => ({ path, name: relative(home, path) })));
}
