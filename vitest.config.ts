import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { rawEnv } from "./lib/kit/env";

/**
 * Five kinds of test, by their names: `x.test.ts` needs nothing, `x.db.test.ts` a PostgreSQL of
 * its own, `x.http.test.ts` the running product, `x.alone.test.ts` has it, and the machine, for itself, because
 * it measures time. «npm test» starts both and hands their addresses over.
 * `x.launch.test.ts` starts and kills real launchers of its own; `x.deep.test.ts` takes too long for every day.
 */
const isDeep = rawEnv().TEST_DEEP === "true";
const shared = { environment: "node" as const, testTimeout: 60_000, hookTimeout: 60_000 };
const slow = { ...shared, testTimeout: 120_000, hookTimeout: 120_000 };
/** They keep nothing in memory that one file could spoil for the next, and load everything once: that takes half of the time. */
const together = { isolate: false };
/** Looks for what it left behind in everything there is, so nobody else may write anything meanwhile. */
const search = "lib/cards/card-data.http.test.ts";
/** Begun first, so that in the end nobody waits for one of them. */
const longest = [
  "lib/checkout/session/interleavings.db.test.ts",
  "lib/withdrawals/races.db.test.ts",
  "lib/api/openapi.http.test.ts",
  "lib/pictures/picture-files.http.test.ts",
  "scripts/start.launch.test.ts",
  "scripts/commands.launch.test.ts",
];
const everywhere = ["{app,components,lib,scripts,tests/attacks}/**"];
const kind = (suffix: string) => everywhere.map((place) => `${place}/*.${suffix}`);
const setupFiles = ["tests/support/in-process/environment.ts"];
const globalSetup = ["tests/support/http/built-pages.ts"];
const resolve = { alias: { "@": import.meta.dirname } };

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((file) => moduleId.endsWith(`/${file}`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Vitest would leave one core idle, which on two is half of the machine.
    maxWorkers: 2,
    provide: {
      product: JSON.parse(rawEnv().TEST_PRODUCT ?? "null"),
      isDeep,
    },
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: "unit",
          setupFiles,
          include: kind("test.ts"),
          exclude: kind("{db,http,alone,deep,launch}.test.ts"),
          ...together,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: "db",
          setupFiles: [...setupFiles, "tests/support/in-process/own-database.ts"],
          include: kind("db.test.ts"),
          ...together,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: "http",
          setupFiles,
          include: kind("http.test.ts"),
          exclude: [search],
          ...together,
        },
      },
      { resolve, test: { ...slow, name: "search", setupFiles, include: [search] } },
      {
        resolve,
        test: {
          ...slow,
          name: "alone",
          globalSetup,
          setupFiles,
          include: kind(isDeep ? "{alone,deep}.test.ts" : "alone.test.ts"),
          fileParallelism: false,
        },
      },
      { resolve, test: { ...slow, name: "launch", globalSetup, include: kind("launch.test.ts") } },
    ],
  },
});
