import { type ChildProcess, spawn } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { setPriority } from "node:os";

/**
 * Runs a Node.js program that may not be trusted to end: it gets the input and nothing else of ours,
 * and is killed once it has taken too long, grown too large or written too much. Its time begins when
 * it says, by a byte on its fourth stream, that it has started: how long that takes is the machine's doing.
 */
export type Limits = { startMs: number; workMs: number; memoryBytes: number; outputBytes: number };

/** `status` is null for a program that was killed, by us or by what it did. */
export type Ended = { hasStarted: boolean; status: number | null; output: Buffer };

const memoryLookMs = 25;
/** Whoever is not done after this gives way to everybody else: to requests, and to what has only begun. */
const promptMs = 100;
const lowestPriority = 19;

export async function runLimited(args: readonly string[], input: Uint8Array, limits: Limits): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "ignore", "pipe"],
    // Not ours: it holds secrets. One thread each, and few pools of memory.
    env: { UV_THREADPOOL_SIZE: "1", MALLOC_ARENA_MAX: "2" } as unknown as NodeJS.ProcessEnv,
  });
  const timers = [setTimeout(() => child.kill("SIGKILL"), limits.startMs)];
  let hasStarted = false;
  child.stdio[3]?.once("data", () => {
    hasStarted = true;
    clearTimeout(timers[0]);
    timers.push(setTimeout(() => child.kill("SIGKILL"), limits.workMs));
    timers.push(setTimeout(() => void giveWay(child), promptMs));
  });
  const watch = setInterval(() => void killAbove(child, limits.memoryBytes), memoryLookMs);
  try {
    // A program that was killed reads no further, and how it ended says so already.
    child.stdin?.on("error", () => undefined).end(input);
    const ended = await endOf(child, limits.outputBytes);
    return { ...ended, hasStarted };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    clearInterval(watch);
  }
}

function endOf(child: ChildProcess, outputBytesMax: number): Promise<Omit<Ended, "hasStarted">> {
  const chunks: Buffer[] = [];
  let length = 0;
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
      setPriority(Number(thread), lowestPriority);
    } catch {
      // It has ended meanwhile.
    }
  }
}
