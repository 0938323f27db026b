import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildProduct, generateClient } from "@/launch/build";
import { chooseBrowsers, findBrowsers } from "@/launch/chromium";
import { findLeaks } from "@/launch/leaks";
import { LaunchError } from "@/launch/processes";
import { extendEnv } from "@/lib/kit/env";
import { readSources } from "@/scripts/check-architecture";
import { attackFiles } from "@/tests/attacks/suite";
import { runBrowserTests } from "@/tests/run/browser";
import { findAffected, listChangedFiles } from "@/tests/run/changed";
import { everydayKinds, type Kind, kindOptions, type Selection, selectTests } from "@/tests/run/selection";
import { binary, check, count, heading, resultsDir, run, summarise } from "@/tests/run/tally";
import { openVitest, type VitestRun, watchWithVitest } from "@/tests/run/vitest";
import type { Product, TestDatabase } from "@/tests/support/http/product";

/**
 * npm test                          all tests, and the checks of the sources
 * npm test -- lib/auth e2e/mail     the tests whose path contains one of these words
 * npm test -- changed               the tests that depend on what changed since `main`, and the checks of these files
 * npm run test:unit                 x.test.ts: needs nothing
 * npm run test:db                   x.db.test.ts: starts a PostgreSQL
 * npm run test:http                 x.http.test.ts: builds and starts the product
 * npm run test:launch               x.launch.test.ts starts launchers; x.alone.test.ts measures time
 * npm run test:e2e                  e2e/x.spec.ts: starts the product, and a browser (launch/chromium.ts)
 * npm run test:watch                runs unit tests, or those of a path, at every change
 * npm run test:deep                 all tests, with all counts and combinations; HTTP tests also over Next.js alone,
 *                                   browser tests in the headless shell and in the full browser
 * npm run test:security             the attack suite (tests/attacks/suite.ts)
 *
 * Each command accepts paths, and starts only what the selected tests need. A build of the current sources is reused.
 */
const options = new Set(process.argv.slice(2).filter((argument) => argument.startsWith("--")));
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const isWatching = options.has("--watch");
const isDeep = options.has("--deep");
/** The kind of tests to run, which is a key of `kindOptions`. */
const kindOption = [...options].find((option) => option.startsWith("--kind="))?.slice("--kind=".length);

const paths = named.filter((word) => word !== "changed");
/** With `npm test -- changed`, the changed files. */
const changed = named.includes("changed") ? listChangedFiles() : null;

function select(): Selection {
  const containsOne = (words: readonly string[]) => (file: string) => words.some((word) => file.includes(word));
  if (options.has("--security")) return selectTests(everydayKinds, containsOne(attackFiles));
  const kinds = kindOption ? (kindOptions[kindOption] ?? []) : everydayKinds;
  const chosenKinds = isDeep ? [...kinds, "deep" as const] : kinds;
  if (changed) {
    const affected = findAffected(changed, readSources());
    return selectTests(chosenKinds, (file) => affected.has(file) || containsOne(paths)(file));
  }
  if (isWatching && paths.length === 0) return selectTests(["unit"], () => true);
  return selectTests(chosenKinds, paths.length === 0 ? () => true : containsOne(paths));
}

const selection = select();
const has = (...kinds: Kind[]) => kinds.some((kind) => selection.has(kind));
const isWhole = !kindOption && !options.has("--security") && named.length === 0;
const needsProduct = has("http", "search", "alone", "deep", "e2e");
const needsBuild = needsProduct || has("launch");
const needsDatabase = needsBuild || has("db");
const browsersOfRun = () => chooseBrowsers(findBrowsers(), isDeep ? "deep" : "everyday");

async function main(): Promise<void> {
  if (selection.size === 0 && !changed)
    throw new LaunchError(`No test file has a path that contains ${named.join(" or ")}.`);
  mkdirSync(resultsDir, { recursive: true });
  // Dozens of processes load the same packages, and compile them only once.
  extendEnv({ NODE_COMPILE_CACHE: resolve("node_modules/.cache/compiled") });
  if (has("e2e")) {
    const { paths, reason } = browsersOfRun();
    console.log(`The browser tests use ${paths.join(" and ")}: ${reason}.`);
  }
  await generateClient();
  // The build uses only one core, so PostgreSQL, unit and database tests start during the build.
  const building = needsBuild ? buildProduct() : Promise.resolve();
  // A failure is reported where the build is awaited.
  building.catch(() => {});
  if (!needsDatabase) return runTests(null, "", building);
  const folder = mkdtempSync(join(tmpdir(), "tradewind-test-"));
  // For root, PostgreSQL runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
  // Imported only here, so that tests without a database do not wait for these modules to load.
  const { startDatabase } = await import("@/tests/support/http/product");
  const { database, stop } = await startDatabase(folder);
  try {
    await runTests(database, folder, building);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runTests(database: TestDatabase | null, folder: string, building: Promise<void>): Promise<void> {
  if (isWatching && !needsProduct) {
    await building;
    return watchWithVitest(selection, database);
  }
  const vitest = await openVitest(selection, isDeep);
  if (database) vitest.provide(database);
  const early = vitest.run("unit and database tests", ["unit", "db"]);
  try {
    await building;
    await Promise.all([
      (isWhole || changed) && checkSources(),
      database && needsProduct && testProduct(vitest, early, database, folder),
    ]);
    await early;
    if (isDeep && has("http")) await testOverNext(vitest, join(folder, "over-next"));
    await vitest.run("launcher tests", ["launch"]);
  } finally {
    await early;
    await vitest.close();
  }
}

async function checkSources(): Promise<void> {
  const linted = changed?.filter((path) => existsSync(path)) ?? ["."];
  await check("lint", () => run(binary("biome"), ["ci", "--no-errors-on-unmatched", ...linted]));
  await check("architecture", () => run(process.execPath, ["--import", "tsx", "scripts/check-architecture.ts"]));
  if (isWhole) await check("unused code", () => run(binary("knip"), ["--no-progress"]));
  // Each further checker checks the shared types again. The compiler is written in Go, and collects garbage less often.
  await check("types", () => run(binary("tsc"), ["--noEmit", "--checkers", "2"], { GOGC: "400" }));
}

async function testProduct(vitest: VitestRun, early: Promise<void>, database: TestDatabase, folder: string) {
  heading("starting the product");
  const { startProduct } = await import("@/tests/support/http/product");
  const { product, stop } = await startProduct(folder, database);
  try {
    if (isWatching) return await watchWithVitest(selection, product);
    await early;
    vitest.provide(product);
    // The search for card data must run alone, because it reads everything that the product stores.
    await vitest.run("the search for card data", ["search"]);
    await vitest.run("HTTP tests", ["http"]);
    await vitest.run("tests that measure time", ["alone"]);
    await vitest.run("tests that take long", ["deep"]);
    if (has("e2e")) await testInBrowsers(product);
    if (named.length === 0) await checkBooks(product);
  } finally {
    await stop();
  }
  if (!isWatching) await check("no secret in any log of this run", async () => searchLogs(product));
}

async function testInBrowsers(product: Product): Promise<void> {
  const env = { TEST_PRODUCT: JSON.stringify(product), TEST_DEEP: String(isDeep) };
  for (const path of browsersOfRun().paths) await runBrowserTests(selection.get("e2e") ?? [], path, env);
}

/** Repeats the HTTP tests on a product that leaves all requests to Next.js, with a database of its own. */
async function testOverNext(vitest: VitestRun, folder: string): Promise<void> {
  mkdirSync(folder);
  const { startDatabase, startProduct } = await import("@/tests/support/http/product");
  const { database, stop: stopDatabase } = await startDatabase(folder);
  try {
    const { product, stop } = await startProduct(folder, database, { DIRECT_DISPATCH: "false" });
    vitest.provide(product);
    await vitest.run("HTTP tests over Next.js", ["http"]).finally(stop);
  } finally {
    await stopDatabase();
  }
}

async function checkBooks({ databaseUrl, appSecret, cardKeys }: Product): Promise<void> {
  const env = { DATABASE_URL: databaseUrl, APP_SECRET: appSecret, CARD_KEYS: cardKeys };
  const command = (...args: string[]) => run(process.execPath, ["scripts/run.mjs", "tw", ...args], env);
  await Promise.all([
    check("every balance of this run is the sum of its lines", () => command("ledger", "check")),
    check("every chain of the audit log of this run is whole", () => command("audit", "verify")),
  ]);
}

function searchLogs({ logsDir, secretsFile }: Product): boolean {
  const logs = readdirSync(logsDir).map((name) => readFileSync(join(logsDir, name), "utf8"));
  const secrets = existsSync(secretsFile) ? readFileSync(secretsFile, "utf8").split("\n") : [];
  const leaks = findLeaks(logs.join("\n"), secrets);
  for (const leak of leaks) console.error(leak);
  return leaks.length === 0;
}

await main().catch((error) => {
  console.error(error instanceof LaunchError ? error.message : error);
  count("the run", { passed: 0, failures: ["broke off"] });
});
process.exit(summarise());
