import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";

/**
 * Runs a Node.js program that may not be trusted to end: it gets the input and nothing else of ours,
 * and is killed once it has taken too long, grown too large or written too much.
 */
export type Limits = { milliseconds: number; memoryBytes: number; outputBytes: number };

/** `status` is null for a program that was killed, by us or by what it did. */
export type Ended = { status: number | null; output: Buffer };

const memoryLookMs = 25;
/** Behind the process that answers requests, but not so far that an ordinary picture runs out of time. */
const niceness = 5;

export async function runLimited(args: readonly string[], input: Uint8Array, limits: Limits): Promise<Ended> {
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "ignore"],
    // Not ours: it holds secrets. One thread each, and few pools of memory.
    env: { UV_THREADPOOL_SIZE: "1", MALLOC_ARENA_MAX: "2" } as unknown as NodeJS.ProcessEnv,
  });
  const ended = endOf(child, limits.outputBytes);
  const timer = setTimeout(() => child.kill("SIGKILL"), limits.milliseconds);
  const watch = setInterval(() => void killAbove(child, limits.memoryBytes), memoryLookMs);
  try {
    lowerPriority(child);
    // A program that was killed reads no further, and how it ended says so already.
    child.stdin.on("error", () => undefined).end(input);
    return await ended;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
  }
}

type Piped = ChildProcess & { stdout: NonNullable<ChildProcess["stdout"]> };

function endOf(child: Piped, outputBytesMax: number): Promise<Ended> {
  const chunks: Buffer[] = [];
  let length = 0;
  child.stdout.on("data", (chunk: Buffer) => {
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

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness);
  } catch {
    // It has ended already, or the system does not let us.
  }
}
