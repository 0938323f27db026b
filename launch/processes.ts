import { type ChildProcess, spawn as spawnProgram } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";

const restartAfterMs = 1000;
const usualStopMs = 30_000;
/** The exit code of a process that must not be started again, because it failed too often. */
export const gaveUpCode = 70;

/** An error that the operator can fix. Only its message is printed, without a stack trace. */
export class LaunchError extends Error {
  override name = "LaunchError";
}

type RunOptions = { env?: Record<string, string | undefined>; uid?: number; gid?: number; signal?: AbortSignal };

/** Runs a program and returns its output. If the program fails, the error contains the end of the output. */
export async function runProgram(program: string, args: string[], options: RunOptions = {}): Promise<string> {
  const child = spawnProgram(program, args, {
    ...options,
    env: options.env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new LaunchError(`${program} ${args[0] ?? ""} failed (${code}):\n${output.slice(-4000)}`);
  return output;
}

/** Resolves when a process ends or cannot be started, with the reason. */
export function endOf(child: ChildProcess): Promise<string> {
  const { exitCode, signalCode } = child;
  if (exitCode !== null || signalCode !== null) return Promise.resolve(String(signalCode ?? exitCode));
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(String(signal ?? code)));
    child.once("error", (error) => resolve(error.message));
  });
}

/** Signals a process to stop and waits for its end. Kills the process after `limitMs`. */
export async function stopProcess(
  child: ChildProcess,
  signal: NodeJS.Signals,
  limitMs: number = usualStopMs,
): Promise<void> {
  child.kill(signal);
  const timer = setTimeout(() => child.kill("SIGKILL"), limitMs);
  await endOf(child);
  clearTimeout(timer);
}

type Kept = {
  title: string;
  spawn: () => ChildProcess;
  /** Automatic restarts begin when this promise resolves. Until then, the caller handles a failed start. */
  from: Promise<unknown>;
  stopSignal: NodeJS.Signals;
  /** The process is killed if it takes longer than this to stop. */
  stopWithinMs?: number;
  /** Called instead of a restart if the process ends with `gaveUpCode`. */
  onGivenUp?: () => void;
};

/** Restarts a process whenever it ends, until `stop` is called. */
export function keepRunning(first: ChildProcess, kept: Kept): { stop(): Promise<void> } {
  const { title, spawn, from, stopSignal, stopWithinMs, onGivenUp } = kept;
  let isStopping = false;
  let child = first;
  const watch = async () => {
    for (;;) {
      const reason = await endOf(child);
      if (isStopping) return;
      if (reason === String(gaveUpCode) && onGivenUp) return onGivenUp();
      console.error(`  ${title} ended (${reason}) and is started again.`);
      await new Promise((done) => setTimeout(done, restartAfterMs));
      if (isStopping) return;
      child = spawn();
    }
  };
  from.then(watch, () => {});
  return {
    stop() {
      isStopping = true;
      return stopProcess(child, stopSignal, stopWithinMs);
    },
  };
}

/**
 * A string that identifies a running process, or null if no process has this id. The id alone is not enough, because
 * ids are reused: after a kill in a container, the next start often gets the same id.
 */
export function processIdentity(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return null;
  }
  if (!existsSync("/proc/self/stat")) return "alive";
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, startedAt] = [fields[0], fields[19]];
    if (state === "Z") return null;
    return `${startedAt}@${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}`;
  } catch {
    return null;
  }
}

/** The ids of processes whose working directory is this folder, as far as the current user can see them. */
export function processesIn(folder: string): number[] {
  if (!existsSync("/proc/self/cwd")) return [];
  const isIn = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && isIn(name))
    .map(Number);
}

/** Whether the port is free. Throws a `LaunchError` if listening fails for another reason. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(listenFailure(error, port, host)),
    );
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/** Explains to the operator why a server could not listen. `prefix` is that of its variables. */
export function listenFailure(error: NodeJS.ErrnoException, port: number, host: string, prefix = ""): LaunchError {
  switch (error.code) {
    case "EADDRINUSE":
      return new LaunchError(`Port ${port} is taken. Set ${prefix}PORT to another one.`);
    case "EACCES":
      return new LaunchError(`This user may not listen on port ${port}. Set ${prefix}PORT to another one.`);
    default:
      return new LaunchError(`Nothing can listen on ${prefix}HOST ${host}, port ${port} (${error.code}).`);
  }
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
