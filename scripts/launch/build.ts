import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rawEnv } from "@/lib/kit/env";
import { runProgram } from "./processes";
import { step } from "./progress";

/** What is made from the sources, made again only when they changed. */

const clientInputs = ["prisma/schema.prisma", "package-lock.json"];
const clientStamp = "lib/db/generated/.stamp";
const buildInputs = ["app", "components", "lib", "public", "next.config.mjs", "tsconfig.json", ...clientInputs];
const buildStamp = ".next/.stamp";

export const noTelemetry = { NEXT_TELEMETRY_DISABLED: "1", CHECKPOINT_DISABLE: "1", DO_NOT_TRACK: "1" };

export async function generateClient(): Promise<void> {
  await whenChanged(clientInputs, clientStamp, async () => {
    // Any existing program will do: without one Prisma would download an engine it does not use here.
    const env = { ...rawEnv(), ...noTelemetry, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
    await runProgram(process.execPath, ["node_modules/prisma/build/index.js", "generate"], { env });
  });
}

/** `signal` ends a build that nobody waits for any more. */
export async function buildPages(signal?: AbortSignal): Promise<void> {
  await generateClient();
  await whenChanged(buildInputs, buildStamp, () =>
    step("Building the pages", async () => {
      const env = { ...rawEnv(), ...noTelemetry, NODE_ENV: "production" };
      // Not Turbopack: it keeps all of zod/mini, and every customer would load 8 KB more for nothing.
      await runProgram(process.execPath, ["node_modules/next/dist/bin/next", "build", "--webpack"], {
        env,
        ...(signal && { signal }),
      });
      // Only here: it loads modules of the checkout, and every process imports this file.
      const { writeScriptInventory } = await import("./script-inventory");
      writeScriptInventory();
    }),
  );
}

async function whenChanged(inputs: string[], stamp: string, make: () => Promise<void>): Promise<void> {
  const digest = digestOf(inputs);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === digest) return;
  // Half of it may be new when making it is broken off: it then belongs to no state of the sources.
  rmSync(stamp, { force: true });
  await make();
  mkdirSync(join(stamp, ".."), { recursive: true });
  writeFileSync(stamp, digest);
}

function digestOf(inputs: string[]): string {
  const hash = createHash("sha256").update(process.version);
  for (const input of inputs.filter((path) => existsSync(path))) {
    const files = statSync(input).isDirectory() ? filesIn(input) : [input];
    for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name) && !entry.parentPath.includes("generated"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
