import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { devNull, setPriority } from "node:os";

/**
 * Runs an untrusted Node.js program with the given input and an empty environment. Kills the program when it exceeds
 * its limits of time, memory or output. `workMs` starts when the program writes a byte to file descriptor 3, because
 * the time to start depends on the machine.
 */
export type Limits = {
  startMs: number;
  workMs: number;
  /** A program that got less processor time than this before its timeout counts as starved. */
  fairCpuMs: number;
  memoryBytes: number;
  outputBytes: number;
};

export type ProcessResult = {
  hasStarted: boolean;
  /** The exit status of the program. Null if it was killed, crashed or could not be started. */
  status: number | null;
  output: Buffer;
  /** True if the machine was too busy. A timeout then does not mean that the program is at fault. */
  isStarved: boolean;
};

export type User = { uid: number; gid: number };

const memoryCheckMs = 25;
/** After this time the program runs at low priority, so that web requests and newer programs go first. */
const promptMs = 500;
const lowPriority = 10;

type Program = { args: readonly string[]; input: Uint8Array; cwd?: string; user?: User };

export async function runLimited(program: Program, limits: Limits): Promise<ProcessResult> {
  try {
    return await runWithin(program, limits);
  } catch (error) {
    if (!isShortage(error)) throw error;
    return { status: null, output: Buffer.alloc(0), hasStarted: false, isStarved: true };
  }
}

async function runWithin({ args, input, cwd, user }: Program, limits: Limits): Promise<ProcessResult> {
  requireDescriptors();
  const child = spawn(process.execPath, args, {
    ...user,
    ...(cwd && { cwd }),
    stdio: ["pipe", "pipe", "ignore", "pipe"],
    // The program gets no environment variables, because ours contain secrets.
    env: {} as NodeJS.ProcessEnv,
  });
  const ended = endOf(child, limits.outputBytes);
  const seen = { hasStarted: false, isStarved: false };
  const endTime = () => {
    seen.isStarved = !seen.hasStarted || cpuMsOf(child) < limits.fairCpuMs;
    child.kill("SIGKILL");
  };
  const timers = [setTimeout(endTime, limits.startMs)];
  // A child process has no streams if it could not be started for lack of file descriptors.
  child.stdio?.[3]?.once("data", () => {
    seen.hasStarted = true;
    clearTimeout(timers[0]);
    timers.push(setTimeout(endTime, limits.workMs));
    timers.push(setTimeout(() => void lowerPriority(child), promptMs));
  });
  const watch = setInterval(() => void killAbove(child, limits.memoryBytes), memoryCheckMs);
  child.stdin?.end(input);
  try {
    return { ...(await ended), ...seen };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    clearInterval(watch);
  }
}

/** Two for each of the three pipes, and two that `spawn` needs for a moment. */
const descriptorsNeeded = 8;

/**
 * Throws EMFILE if too few file descriptors are free. `spawn` would report the same later, and never close the pipes
 * that it had opened by then.
 */
function requireDescriptors(): void {
  const files: number[] = [];
  try {
    while (files.length < descriptorsNeeded) files.push(openSync(devNull, "r"));
  } finally {
    for (const file of files) closeSync(file);
  }
}

function endOf(child: ChildProcess, outputBytesMax: number): Promise<Pick<ProcessResult, "status" | "output">> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Ignores errors of writing to a killed program, because its exit status already reports the kill.
  for (const stream of child.stdio ?? []) stream?.on("error", () => undefined);
  child.stdout?.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > outputBytesMax) child.kill("SIGKILL");
    else chunks.push(chunk);
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve({ status, output: Buffer.concat(chunks) }));
  });
}

/** The machine was too busy to start a program. */
export class Shortage extends Error {
  override name = "Shortage";
  readonly code = "EAGAIN";
}

/** Whether the error means that the machine lacks file descriptors, processes or memory. */
export function isShortage(error: unknown): boolean {
  return ["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"].includes((error as NodeJS.ErrnoException).code ?? "");
}

const ticksPerSecond = 100;

/**
 * The processor time that a process has used, all threads together. Infinite on systems without /proc, so that no
 * process counts as starved there.
 */
function cpuMsOf({ pid }: ChildProcess): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The process name, in parentheses, may contain spaces. User and system time are the fields 14 and 15.
    const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ((Number(words[11]) + Number(words[12])) * 1_000) / ticksPerSecond;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Kills a process that uses too much memory. On systems without /proc this limit does not apply; the others do. */
async function killAbove(child: ChildProcess, memoryBytesMax: number): Promise<void> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
  const residentKilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  if (residentKilobytes * 1024 > memoryBytesMax) child.kill("SIGKILL");
}

/** Lowers the priority of each thread, because Linux has priorities per thread and not per process. */
async function lowerPriority({ pid }: ChildProcess): Promise<void> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  for (const thread of threads) {
    try {
      setPriority(Number(thread), lowPriority);
    } catch {
      // The thread has ended in the meantime.
    }
  }
}
