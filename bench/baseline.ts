import { cpSync } from "node:fs";
import { join } from "node:path";
import { noTelemetry } from "@/launch/build";
import { runProgram } from "@/launch/processes";
import { makeWhenChanged } from "@/launch/stamps.mjs";
import { rawEnv } from "@/lib/kit/env";
import { startServer } from "./program";

/** The baseline: a minimal Next.js app with an empty route and an empty dynamic page, and nothing of ours. */
const sources = "bench/empty-app";
/** Git ignores this folder. It is inside the project, so that Next.js finds node_modules. */
const built = ".bench/empty-app";
const build = { inputs: [sources, "package-lock.json"], stamp: `${built}/.stamp` };

export async function startEmptyApp(folder: string) {
  await makeWhenChanged(build, async () => {
    cpSync(sources, built, { recursive: true });
    const env = { ...rawEnv(), ...noTelemetry, NODE_ENV: "production" };
    await runProgram(process.execPath, ["node_modules/next/dist/bin/next", "build", "--webpack", built], { env });
  });
  const program = await startServer({ title: "empty Next.js app", args: [join(built, "server.mjs")], folder });
  return { ...program, route: `${program.origin}/route`, page: `${program.origin}/page` };
}
