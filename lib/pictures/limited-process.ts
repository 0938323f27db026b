import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { setPriority } from "node:os";

/**
 * Runs an untrusted Node.js program with the given input and an empty environment. Kills it when it exceeds its limits
 * of time, memory or output. `workMs` starts when the program writes a byte to file descriptor 3, because the time to
 * start depends on the machine.
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
  /** Null if the program was killed, crashed or could not be started. */
  status: number | null;
  output: Buffer;
  /** The machine was too busy, so the timeout says nothing about the program. */
  isStarved: boolean;
};

export type User = { uid: number; gid: number };

const memoryCheckMs = 25;
/** After this time the program runs at low priority, so that requests and newer programs go first. */
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
  const child = spawn(process.execPath, args, {
    ...user,
    ...(cwd && { cwd }),
    stdio: ["pipe", "pipe", "ignore", "pipe"],
    // Empty, because our environment holds secrets.
    env: {} as NodeJS.ProcessEnv,
  });
  const ended = endOf(child, limits.outputBytes);
  const seen = { hasStarted: false, isStarved: false };
  const endTime = () => {
    seen.isStarved = !seen.hasStarted || cpuMsOf(child) < limits.fairCpuMs;
    child.kill("SIGKILL");
  };
  const timers = [setTimeout(endTime, limits.startMs)];
  // A child that could not be started for lack of file descriptors has no streams.
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

function endOf(child: ChildProcess, outputBytesMax: number): Promise<Pick<ProcessResult, "status" | "output">> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Writing to a killed program fails; its exit status reports that already.
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

/** Whether the machine lacks file descriptors, processes or memory. */
export function isShortage(error: unknown): boolean {
  return ["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"].includes((error as NodeJS.ErrnoException).code ?? "");
}

const ticksPerSecond = 100;

/** Processor time of all threads. Infinite without /proc, so that no program counts as starved. */
function cpuMsOf({ pid }: ChildProcess): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name, in parentheses, may contain anything. User and system time are the 14th and 15th field.
    const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ((Number(words[11]) + Number(words[12])) * 1_000) / ticksPerSecond;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Does nothing without /proc; the other limits still apply. */
async function killAbove(child: ChildProcess, memoryBytesMax: number): Promise<void> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
  const residentKilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  if (residentKilobytes * 1024 > memoryBytesMax) child.kill("SIGKILL");
}

/** Per thread, because on Linux each thread has its own priority. */
async function lowerPriority({ pid }: ChildProcess): Promise<void> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  for (const thread of threads) {
    try {
      setPriority(Number(thread), lowPriority);
    } catch {
      // The thread has ended meanwhile.
    }
  }
}
