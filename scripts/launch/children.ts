import { type ChildProcess, fork } from "node:child_process";
import { openSync } from "node:fs";
import { LaunchError, stopProcess } from "./processes";

export type Child = { stop(): Promise<void> };

type Options = { script: string; args?: string[]; env: Record<string, string | undefined>; logFile?: string };

const restartAfterMs = 1000;
const stopGraceMs = 30_000;

/** Starts one of our processes and waits until it is ready. Should it die later, it is started again. */
export async function startChild({ script, args = [], env, logFile }: Options): Promise<Child> {
  let isStopping = false;
  let child: ChildProcess;

  const spawnOnce = () => {
    const output = logFile ? openSync(logFile, "a", 0o600) : "inherit";
    child = fork(script, args, {
      env: env as NodeJS.ProcessEnv,
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", output, output, "ipc"],
      // A process group of its own: Ctrl-C in the terminal reaches the launcher alone, which stops them in order.
      detached: true,
    });
    const ready = new Promise<void>((resolve, reject) => {
      child.once("message", () => resolve());
      child.once("error", reject);
      child.once("exit", (code) =>
        reject(new LaunchError(`${script} did not start (${code}).${logFile ? ` Its log is ${logFile}.` : ""}`)),
      );
    });
    return ready;
  };

  const watch = () => {
    child.once("exit", (code, signal) => {
      if (isStopping) return;
      console.error(`  ${script} ended (${signal ?? code}) and is started again.`);
      setTimeout(() => {
        if (!isStopping) spawnOnce().then(watch, watch);
      }, restartAfterMs);
    });
  };

  await spawnOnce();
  watch();
  return {
    stop() {
      isStopping = true;
      return stopProcess(child, "SIGTERM", stopGraceMs);
    },
  };
}
