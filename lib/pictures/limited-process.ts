import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { setPriority } from "node:os";

/**
 * Runs a Node.js program that may not be trusted to end: it gets the input and nothing else of ours,
 * and is killed once it has taken too long, grown too large or written too much. Its time begins when
 * it says, by a byte on its fourth stream, that it has started: how long that takes is the machine's doing.
 */
export type Limits = {
  startMs: number;
  workMs: number;
  /** Whoever had less than this of a processor, until its time was over, was not given it. */
  fairCpuMs: number;
  memoryBytes: number;
  outputBytes: number;
};

export type Ended = {
  hasStarted: boolean;
  /** Null for a program that was killed, by us or by what it did, or could not be started. */
  status: number | null;
  output: Buffer;
  /** The machine was too busy for it: nothing is known of the program then. */
  isStarved: boolean;
};

export type User = { uid: number; gid: number };

const memoryLookMs = 25;
/** Whoever is not done after this gives way to everybody else: to requests, and to what has only begun. */
const promptMs = 500;
const lowPriority = 10;

type Program = { args: readonly string[]; input: Uint8Array; cwd?: string; user?: User };

export async function runLimited(program: Program, limits: Limits): Promise<Ended> {
  try {
    return await runWithin(program, limits);
  } catch (error) {
    if (!isShortage(error)) throw error;
    return { status: null, output: Buffer.alloc(0), hasStarted: false, isStarved: true };
  }
}

async function runWithin({ args, input, cwd, user }: Program, limits: Limits): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    ...user,
    ...(cwd && { cwd }),
    stdio: ["pipe", "pipe", "ignore", "pipe"],
    // Empty, because ours holds secrets.
    env: {} as NodeJS.ProcessEnv,
  });
  const ended = endOf(child, limits.outputBytes);
  const seen = { hasStarted: false, isStarved: false };
  const endTime = () => {
    seen.isStarved = !seen.hasStarted || cpuMsOf(child) < limits.fairCpuMs;
    child.kill("SIGKILL");
  };
  const timers = [setTimeout(endTime, limits.startMs)];
  // A child that could not be started for want of files has no streams at all.
  child.stdio?.[3]?.once("data", () => {
    seen.hasStarted = true;
    clearTimeout(timers[0]);
    timers.push(setTimeout(endTime, limits.workMs));
    timers.push(setTimeout(() => void giveWay(child), promptMs));
  });
  const watch = setInterval(() => void killAbove(child, limits.memoryBytes), memoryLookMs);
  child.stdin?.end(input);
  try {
    return { ...(await ended), ...seen };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    clearInterval(watch);
  }
}

function endOf(child: ChildProcess, outputBytesMax: number): Promise<Pick<Ended, "status" | "output">> {
  const chunks: Buffer[] = [];
  let length = 0;
  // A program that was killed reads no further, and how it ended says so already.
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

/** No file, no process or no memory to spare. */
export function isShortage(error: unknown): boolean {
  return ["EMFILE", "ENFILE", "EAGAIN", "ENOMEM"].includes((error as NodeJS.ErrnoException).code ?? "");
}

const ticksPerSecond = 100;

/** Of all its threads. Where there is no /proc nobody starves. */
function cpuMsOf({ pid }: ChildProcess): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // Its name, in brackets, may hold anything; times in user and system mode are the 14th and 15th word.
    const words = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ((Number(words[11]) + Number(words[12])) * 1_000) / ticksPerSecond;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Where there is no /proc the other limits have to do. */
async function killAbove(child: ChildProcess, memoryBytesMax: number): Promise<void> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
  const residentKilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0);
  if (residentKilobytes * 1024 > memoryBytesMax) child.kill("SIGKILL");
}

/** On Linux a priority is a thread's, not a process's. */
async function giveWay({ pid }: ChildProcess): Promise<void> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  for (const thread of threads) {
    try {
      setPriority(Number(thread), lowPriority);
    } catch {
      // It has ended meanwhile.
    }
  }
}
