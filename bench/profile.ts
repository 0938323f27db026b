import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { sleep } from "./rounds";

/** CPU profiles of the web process. `profiler.mjs` writes them, in the format of `--cpu-prof`. */
const waitMs = 30_000;
const functionsListed = 12;
/** Packages with a smaller share are not listed. */
const shareMin = 0.005;
/** Waiting, and the profiler's own work: `dispatch` is the native part of the inspector. */
const isIgnored = ({ callFrame: { functionName, url } }: Node) =>
  functionName === "(idle)" || (functionName === "dispatch" && url === "") || url.includes("/bench/profiler.mjs");

type Node = {
  id: number;
  callFrame: { functionName: string; url: string; lineNumber: number };
  children?: number[];
};
type Profile = { nodes: Node[]; samples: number[]; timeDeltas: number[] };

const latest = (folder: string) => join(resolve(folder), "latest.cpuprofile");

/** The arguments with which Node.js loads the profiler. */
export function profilerArgs(folder: string): string[] {
  mkdirSync(folder, { recursive: true });
  const profiler = pathToFileURL("bench/profiler.mjs");
  profiler.searchParams.set("file", latest(folder));
  return ["--import", profiler.href];
}

/** Runs `work` while the process profiles itself, and returns the profile's path. */
export async function profile(pid: number, folder: string, name: string, work: () => Promise<void>): Promise<string> {
  process.kill(pid, "SIGUSR2");
  await work();
  process.kill(pid, "SIGUSR2");
  const file = join(folder, `${name}.cpuprofile`);
  for (const deadline = performance.now() + waitMs; !existsSync(latest(folder)); await sleep(50)) {
    if (performance.now() > deadline) throw new Error("The web process wrote no profile.");
  }
  renameSync(latest(folder), file);
  return file;
}

/** Prints the self time by package and the functions with the most self time, per run of a step. */
export function printProfile(file: string, title: string, times: number): void {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, "utf8")) as Profile;
  const selfMs = new Map<number, number>();
  for (const [index, id] of samples.entries()) {
    selfMs.set(id, (selfMs.get(id) ?? 0) + (timeDeltas[index] ?? 0) / 1000 / times);
  }
  const busy = nodes.filter((node) => !isIgnored(node));
  const total = busy.reduce((sum, { id }) => sum + (selfMs.get(id) ?? 0), 0);
  const add = (nameOf: (node: Node) => string) => {
    const sums = new Map<string, number>();
    for (const node of busy) sums.set(nameOf(node), (sums.get(nameOf(node)) ?? 0) + (selfMs.get(node.id) ?? 0));
    return [...sums].sort(([, one], [, other]) => other - one);
  };
  const cells = (ms: number) => ({ ms: ms.toFixed(2), share: `${((ms / total) * 100).toFixed(1)} %` });
  console.log(`\nProfile of ${title}: ${total.toFixed(1)} ms each, ${file}\n`);
  const byPackage = add(packageOf).filter(([, ms]) => ms / total >= shareMin);
  console.table(Object.fromEntries(byPackage.map(([name, ms]) => [name, cells(ms)])));
  const byFunction = add((node) => `${node.callFrame.functionName || "(anonymous)"} · ${packageOf(node)}`);
  console.table(Object.fromEntries(byFunction.slice(0, functionsListed).map(([name, ms]) => [name, cells(ms)])));
}

/** The first match names the package of a function. */
const packages: readonly [RegExp, string][] = [
  [/^wasm:|\/node_modules\/@prisma\/|query_compiler/, "@prisma"],
  [/^node:/, "Node.js"],
  [/\/node_modules\/next\/dist\/compiled\/next-server\/app-page/, "next (page runtime with React)"],
  [/\/node_modules\/next\/dist\/compiled\/react/, "react"],
  [/\/node_modules\/next\//, "next"],
  [/\/node_modules\/react/, "react"],
  [/\/node_modules\/pg[^/]*\//, "pg"],
  [/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//, "$1"],
  [/\/\.next\/server\//, "ours, bundled by Next.js"],
  [/\/build\//, "ours, bundled by esbuild"],
];

function packageOf({ callFrame: { functionName, url } }: Node): string {
  if (!url) return functionName.startsWith("(") ? functionName : "V8 and native code";
  for (const [pattern, name] of packages) {
    const match = pattern.exec(url);
    if (match) return name.replace("$1", match[1] ?? "");
  }
  return url;
}
