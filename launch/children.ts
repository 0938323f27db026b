import { type ChildProcess, spawn as spawnProgram } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { second } from "@/lib/kit/clock";
import { coreFreeNode } from "./core-dumps";
import { webDrainMs } from "./drain";
import { endOf, keepRunning, LaunchError } from "./processes";

export type Child = { stop(): Promise<void> };

type Options = {
  title: string;
  /** Command-line arguments for Node.js. */
  args: string[];
  env: Record<string, string | undefined>;
  logFile?: string;
  /** Called if the child has failed too often to be started again. */
  onGivenUp?: () => void;
};

/** Starts a child process, such as the web server or the worker. If it ends after it was ready, it is restarted. */
export function startChild(options: Options): Child & { ready: Promise<void> } {
  const spawn = () => spawnChild(options);
  const first = spawn();
  const ready = firstReady(first, options);
  const { title, onGivenUp } = options;
  const kept = { title, spawn, from: ready, stopSignal: "SIGTERM", ...(onGivenUp && { onGivenUp }) } as const;
  // Longer than the primary of several web processes waits for them.
  const { stop } = keepRunning(first, { ...kept, stopWithinMs: webDrainMs() + 5 * second });
  return { ready, stop };
}

function spawnChild({ args, env, logFile }: Options): ChildProcess {
  if (logFile) mkdirSync(dirname(logFile), { recursive: true });
  const output = logFile ? openSync(logFile, "a", 0o600) : "inherit";
  const child = spawnProgram(coreFreeNode.program, coreFreeNode.args(...args), {
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", output, output, "ipc"],
    // The child has its own process group, so that Ctrl-C reaches only the launcher, which stops its children in order.
    detached: true,
  });
  if (typeof output === "number") closeSync(output);
  return child;
}

/** Waits until a new process reports that it is ready. */
export async function firstReady(
  child: ChildProcess,
  { title, logFile }: Pick<Options, "title" | "logFile">,
): Promise<void> {
  const ready = new Promise<null>((resolve) => child.once("message", () => resolve(null)));
  const reason = await Promise.race([ready, endOf(child)]);
  if (reason === null) return;
  throw new LaunchError(`${title} did not start (${reason}).${logFile ? ` Its log is ${logFile}.` : ""}`);
}
