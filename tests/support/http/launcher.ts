import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { afterAll, inject } from "vitest";
import { readHolder } from "@/launch/data-dir";
import { processIdentity } from "@/launch/processes";
import { rawEnv } from "@/lib/kit/env";

/** The launcher as its tests meet it: real processes on data folders of their own. */
export type Run = { child: ChildProcess; pid: number; output(): string; exitCode(): Promise<number | null> };
export type Launcher = Run & { dataDir: string; ready(): Promise<string> };

type RunOptions = {
  env?: Record<string, string>;
  cwd?: string;
  uid?: number;
  gid?: number;
  input?: string;
  detached?: boolean;
};
type StartOptions = RunOptions & { dataDir: string; program?: string[] };

export const isRoot = process.getuid?.() === 0;
export const ownerOnly = 0o700;
export const stackTrace = /\n\s+at /;
export const scriptProgram = (script: string) => [process.execPath, "scripts/run.mjs", basename(script, ".ts")];
const runs: Run[] = [];
const folders: string[] = [];
const dataDirs = new Set<string>();

/** Every file of these tests leaves nothing behind. */
export function cleanAround(): void {
  afterAll(async () => {
    for (const { child } of runs.splice(0)) child.kill("SIGKILL");
    for (const dataDir of dataDirs) await endLeftovers(dataDir);
    dataDirs.clear();
    for (const folder of folders.splice(0)) removeFolder(folder);
  });
}

/** A folder that everybody can enter, unless its mode says otherwise. */
export function temporaryFolder({ parent = tmpdir(), mode = 0o755 } = {}): string {
  const folder = mkdtempSync(join(resolve(parent), "tradewind-launch-"));
  chmodSync(folder, mode);
  folders.push(folder);
  return folder;
}

/** A data folder whose database is installed, so that the first start on it takes no longer than a later one. */
export function preparedFolder(): string {
  const folder = temporaryFolder();
  execFileSync("cp", ["-a", `${inject("product").preparedDir}/.`, folder]);
  return folder;
}

const leftOut = [".data", ".git", "test-results"];
/** Large, and never changed in place: hard links will do if both folders are on one disk. */
const linked = ["node_modules", ".next"];

/** A copy of the project as it is installed and built here. */
export function copyProject(place?: Parameters<typeof temporaryFolder>[0]): string {
  const folder = temporaryFolder(place);
  for (const entry of readdirSync(".").filter((name) => !leftOut.includes(name))) {
    if (linked.includes(entry) && succeeds("cp", ["-al", entry, folder])) continue;
    execFileSync("cp", ["-a", entry, folder]);
  }
  return folder;
}

export function succeeds(program: string, args: string[], user: { uid?: number; gid?: number } = {}): boolean {
  try {
    execFileSync(program, args, { ...user, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Starts a program with no variables but the given ones and those that every program needs. */
export function run([program = "", ...args]: string[], options: RunOptions = {}): Run {
  const { env, input, ...rest } = options;
  if (env?.DATA_DIR) dataDirs.add(env.DATA_DIR);
  const { PATH, HOME, LANG } = rawEnv();
  const child = spawn(program, args, {
    ...rest,
    env: { PATH, HOME, LANG, ...env } as unknown as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  if (input !== undefined) child.stdin.end(input);
  const closed = new Promise((resolve) => child.once("close", resolve));
  const started = {
    child,
    pid: child.pid ?? 0,
    output: () => text,
    exitCode: () => closed.then(() => child.exitCode),
  };
  runs.push(started);
  return started;
}

/** Runs one of our scripts to its end. */
export async function runScript(script: string, args: string[], options: RunOptions = {}) {
  const started = run([...scriptProgram(script), ...args], { input: "", ...options });
  return { exitCode: await started.exitCode(), output: started.output() };
}

export function startLauncher({
  dataDir,
  program = scriptProgram("scripts/start.ts"),
  env,
  ...options
}: StartOptions): Launcher {
  // One web process, to save processor time. web-processes.launch.test.ts starts several.
  const started = run(program, { ...options, env: { DATA_DIR: dataDir, WEB_PROCESSES: "1", ...env } });
  return { ...started, dataDir, ready: () => readyOrigin(started) };
}

/** The address of the ready line. */
async function readyOrigin({ child, output }: Run): Promise<string> {
  const origin = () => /^Ready at (\S+)/m.exec(output())?.[1];
  await until("the ready line", () => origin() !== undefined || child.exitCode !== null, output);
  const found = origin();
  if (!found) throw new Error(`The launcher ended before it was ready:\n${output()}`);
  return found;
}

export async function stopLauncher(launcher: Run, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  launcher.child.kill(signal);
  return launcher.exitCode();
}

/** Longer than the first `npm start` takes, which builds the pages. */
const patienceMs = 120_000;

/** Looks again and again until something is so. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  details: () => string = () => "",
): Promise<void> {
  for (const deadline = performance.now() + patienceMs; !(await isSo()); ) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}. ${details()}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

export const isAlive = (pid: number): boolean => processIdentity(pid) !== null;

export type Part = "launcher" | "web" | "worker" | "postgres";

/** The processes of an installation that runs now. */
export function partsOf(dataDir: string): Record<Part, number> {
  const launcher = readHolder(dataDir)?.pid ?? 0;
  const children = childrenOf(launcher);
  const childOf = (script: string) => children.find((pid) => readProcess(pid, "cmdline").includes(script)) ?? 0;
  const postgres = Number(readFileSync(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]);
  return { launcher, web: childOf("build/web.js"), worker: childOf("build/worker.js"), postgres };
}

/** The processes that a process has started, without those that they started. */
export const childrenOf = (pid: number): number[] =>
  readProcess(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number).filter(isAlive);

/** The names of the given processes in the order in which they ended. */
export async function orderOfEnds(parts: Record<Part, number>): Promise<Part[]> {
  const order: Part[] = [];
  const names: Part[] = ["web", "worker", "postgres", "launcher"];
  await until("all to end", () => {
    order.push(...names.filter((name) => !order.includes(name) && !isAlive(parts[name])));
    return order.length === names.length;
  });
  return order;
}

/** Whatever runs on a data folder, by its command line or its variables. */
export function processesOn(dataDir: string): string[] {
  return usersOf(dataDir).map(({ pid, command }) => `${pid} ${command}`);
}

function usersOf(dataDir: string): Process[] {
  const home = homeOf(dataDir);
  return processes().filter(
    ({ pid, command, variables }) =>
      pid !== process.pid && (command.includes(`${home}/`) || variables.includes(`DATA_DIR=${dataDir}\0`)),
  );
}

/** Where the database of a data folder really stands: it may be staged elsewhere. */
export function homeOf(dataDir: string): string {
  const link = join(dataDir, "postgres");
  return existsSync(link) ? realpathSync(link) : link;
}

/** Nothing of a process that has ended meanwhile, or that belongs to somebody else. */
function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

type Process = { pid: number; command: string; variables: string };

function processes(): Process[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0 && isAlive(pid))
    .map((pid) => ({ pid, command: readProcess(pid, "cmdline"), variables: readProcess(pid, "environ") }));
}

async function endLeftovers(dataDir: string): Promise<void> {
  const users = usersOf(dataDir);
  for (const { pid } of users) killIfAlive(pid);
  await until("the leftovers to end", () => !users.some(({ pid }) => isAlive(pid)));
  const home = homeOf(dataDir);
  const isStaged = home !== join(dataDir, "postgres");
  if (isStaged) removeFolder(home);
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // The process has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** By the system's own program: Node takes seconds for as many files as a database has. */
function removeFolder(folder: string): void {
  execFileSync("rm", ["-rf", folder]);
}
