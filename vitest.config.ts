import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The kinds of test by file name (scripts/test.ts starts what they need):
 * - `x.test.ts` needs nothing;
 * - `x.db.test.ts` needs PostgreSQL, and starts with an empty database;
 * - `x.http.test.ts` needs the running product;
 * - `x.launch.test.ts` starts and kills launchers of its own;
 * - `x.alone.test.ts` measures time, so nothing else runs beside it;
 * - `x.deep.test.ts` takes long, and runs only in `npm run test:deep`.
 */
const { TEST_PRODUCT = "null", TEST_DEEP = "false" } = process.env;
// Vite would choose "development", which some code treats as the development server.
const env = { NODE_ENV: "test" } as const;
const shared = { environment: "node" as const, env, testTimeout: 60_000, hookTimeout: 60_000 };
const slow = { ...shared, testTimeout: 120_000, hookTimeout: 120_000 };
/** No module state of one file disturbs the next, so a worker loads every module once. */
const together = { isolate: false };
/** Searches the whole database and all logs for what it sent, so nothing else may write meanwhile. */
const search = "lib/cards/card-data.http.test.ts";
/** Started first, so that none of them is the last to run. */
const longest = [
  "lib/checkout/session/interleavings.db.test.ts",
  "lib/checkout/session/session-invariants.test.ts",
  "lib/withdrawals/races.db.test.ts",
  "lib/gateway/powertranz/gateway-down.db.test.ts",
  "lib/gateway/powertranz/two-terminals.db.test.ts",
  "lib/gateway/powertranz/endings.db.test.ts",
  "lib/vault/vault.db.test.ts",
  "lib/metrics/gauges.db.test.ts",
  "lib/db/migrations/migrate-load.db.test.ts",
  "lib/db/outage.db.test.ts",
  "lib/api/openapi.http.test.ts",
  "tests/launch/conformance.http.test.ts",
  "lib/dashboard/developers.http.test.ts",
  "lib/dashboard/sentences/answers.http.test.ts",
  "tests/attacks/roles.http.test.ts",
  "tests/attacks/markup.http.test.ts",
  "tests/launch/start.launch.test.ts",
  "tests/faults/killed.launch.test.ts",
  "tests/launch/start-as-users.launch.test.ts",
  "tests/launch/commands.launch.test.ts",
  "tests/launch/web-processes.launch.test.ts",
];
const kind = (suffix: string) => [
  `{app,bench,components,emulator,launch,lib,operator,sdk/generate,tests}/**/*.${suffix}`,
];
const setupFiles = ["tests/support/in-process/environment.ts"];
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
    // Every project has a Vite server of its own. With the cache, only the first one compiles a module.
    experimental: { fsModuleCache: true, fsModuleCachePath: "node_modules/.cache/vitest" },
    // More than cores: many tests wait for a database or for the product.
    maxWorkers: availableParallelism() + 1,
    provide: { product: JSON.parse(TEST_PRODUCT), isDeep: TEST_DEEP === "true" },
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
          name: "launch",
          include: kind("launch.test.ts"),
          ...together,
        },
      },
      {
        resolve,
        test: {
          ...slow,
          name: "alone",
          setupFiles,
          include: kind("alone.test.ts"),
          fileParallelism: false,
          ...together,
        },
      },
      {
        resolve,
        test: { ...slow, name: "deep", setupFiles, include: kind("deep.test.ts"), fileParallelism: false },
      },
    ],
  },
});
