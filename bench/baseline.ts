import { cpSync } from "node:fs";
import { join } from "node:path";
import { noTelemetry } from "@/launch/build";
import { findFreePort, runProgram } from "@/launch/processes";
import { makeWhenChanged } from "@/launch/stamps.mjs";
import { rawEnv } from "@/lib/kit/env";
import { type Program, startProgram } from "./program";

/** The baseline: a minimal Next.js app with an empty route and an empty dynamic page, and nothing of ours. */
const sources = "bench/empty-app";
/** Git ignores this folder. It is inside the project, so that Next.js finds node_modules. */
const built = ".bench/empty-app";
const build = { inputs: [sources, "package-lock.json"], stamp: `${built}/.stamp` };

export type EmptyApp = Program & { route: string; page: string };

export async function startEmptyApp(folder: string): Promise<EmptyApp> {
  const env = { ...rawEnv(), ...noTelemetry, NODE_ENV: "production" };
  await makeWhenChanged(build, async () => {
    cpSync(sources, built, { recursive: true });
    await runProgram(process.execPath, ["node_modules/next/dist/bin/next", "build", "--webpack", built], { env });
  });
  const port = await findFreePort();
  const program = await startProgram({
    title: "The empty Next.js app",
    args: [join(built, "server.mjs"), String(port)],
    env,
    logFile: join(folder, "empty-app.log"),
  });
  const origin = `http://127.0.0.1:${port}`;
  return { ...program, route: `${origin}/route`, page: `${origin}/page` };
}
