import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { noTelemetry } from "@/launch/build";
import { firstReady } from "@/launch/children";
import { coreFreeNode } from "@/launch/core-dumps";
import { findFreePort, LaunchError, stopProcess } from "@/launch/processes";
import { rawEnv } from "@/lib/kit/env";

/** A Node.js process under measurement. It is not restarted when it ends, because that would falsify the figures. */
export type Program = { pid: number; stop(): Promise<void> };

const running = new Set<Program>();

type Options = { title: string; args: string[]; env: Record<string, string | undefined>; logFile: string };

/** Starts a Node.js process, and waits until it reports that it is ready. */
export async function startProgram({ title, args, env, logFile }: Options): Promise<Program> {
  const output = openSync(logFile, "a", 0o600);
  const child = spawn(coreFreeNode.program, coreFreeNode.args(...args), {
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", output, output, "ipc"],
  });
  closeSync(output);
  await firstReady(child, { title, logFile });
  const program: Program = {
    pid: pidOf(child),
    stop() {
      running.delete(program);
      return stopProcess(child, "SIGTERM");
    },
  };
  running.add(program);
  return program;
}

/** Starts a program of the bench that listens at the port of its last argument. */
export async function startServer({ title, args, folder }: { title: string; args: string[]; folder: string }) {
  const port = String(await findFreePort());
  const env = { ...rawEnv(), ...noTelemetry, NODE_ENV: "production" };
  const logFile = join(folder, `${title.replaceAll(" ", "-")}.log`);
  const program = await startProgram({ title: `The ${title}`, args: [...args, port], env, logFile });
  return { ...program, origin: `http://127.0.0.1:${port}` };
}

/** Stops the programs that a failed part left running. */
export async function stopPrograms(): Promise<void> {
  await Promise.all([...running].map((program) => program.stop()));
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new LaunchError("The process has no id.");
  return pid;
}
