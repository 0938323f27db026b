import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { rawEnv } from "@/lib/kit/env";
import { attackFiles } from "@/tests/attacks/suite";
import { type Product, startDatabase, startProduct, type TestDatabase } from "@/tests/support/http/product";
import { buildProduct, generateClient } from "./launch/build";
import { findChromium } from "./launch/chromium";
import { reportFailure } from "./launch/command";
import { findLeaks } from "./launch/leaks";

/**
 * npm test                    everything
 * npm test -- lib/auth        only the vitest files whose path contains that
 * npm run test:deep           the long versions
 * npm run test:security       the attack suite alone (tests/attacks/suite.ts)
 */
const isDeep = process.argv.includes("--deep");
const isSecurity = process.argv.includes("--security");
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const filters = isSecurity ? attackFiles : named;
const results = "test-results";
const failures: string[] = [];
let passed = 0;

async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(program, args, { stdio: "inherit", env: { ...rawEnv(), ...env } as NodeJS.ProcessEnv });
  return new Promise((resolve) => child.on("close", (code) => resolve(code === 0)));
}

function heading(title: string): void {
  console.log(`\n── ${title} ${"─".repeat(Math.max(0, 70 - title.length))}`);
}

/** A check that passes or fails as a whole counts as one test. */
async function check(title: string, work: () => Promise<boolean>): Promise<void> {
  heading(title);
  const isGood = await work();
  isGood ? passed++ : failures.push(title);
  console.log(isGood ? "ok" : "FAILED");
}

/** A suite counts its own tests; one that broke off before it could counts as one failure. */
async function suite(title: string, report: string, work: () => Promise<boolean>): Promise<void> {
  heading(title);
  const file = join(results, report);
  rmSync(file, { force: true });
  const isGood = await work();
  const seen = existsSync(file) ? readReport(JSON.parse(readFileSync(file, "utf8"))) : { passed: 0, failures: [] };
  passed += seen.passed;
  failures.push(...seen.failures.map((name) => `${title}: ${name}`));
  if (!isGood && seen.failures.length === 0) failures.push(`${title}: broke off`);
}

type Report = VitestReport | PlaywrightReport;
type VitestReport = {
  numPassedTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
};
type PlaywrightReport = { stats: { expected: number; flaky: number }; suites: PlaywrightSuite[] };
type PlaywrightSuite = {
  file: string;
  specs: { title: string; tests: { projectName: string; status: string }[] }[];
  suites?: PlaywrightSuite[];
};

function readReport(report: Report): { passed: number; failures: string[] } {
  if ("stats" in report) {
    const { expected, flaky } = report.stats;
    return { passed: expected + flaky, failures: report.suites.flatMap(failuresOf) };
  }
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(({ fullName }) => `${relative(".", name)} › ${fullName}`),
  );
  return { passed: report.numPassedTests, failures };
}

function failuresOf({ file, specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === "unexpected").map((test) => `[${test.projectName}] ${file} › ${title}`),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}

const bin = (name: string) => join("node_modules/.bin", name);

function vitest(title: string, projects: string[], env: Record<string, string>, more: string[] = []): Promise<void> {
  const report = `vitest-${projects.join("-")}.json`;
  const args = [
    "run",
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}/${report}`,
  ];
  const chosen = projects.flatMap((project) => ["--project", project]);
  return suite(title, report, () => run(bin("vitest"), [...args, ...more, ...chosen, ...filters], env));
}

const envOf = (product: TestDatabase | Product) => ({
  TEST_PRODUCT: JSON.stringify(product),
  TEST_DEEP: String(isDeep),
  VITE_CONFIG_NATIVE_IGNORE_WARNING: "true",
});

async function main(): Promise<void> {
  mkdirSync(results, { recursive: true });
  findChromium();
  await generateClient();
  const folder = mkdtempSync(join(tmpdir(), "tradewind-test-"));
  // As root, PostgreSQL runs as somebody else, who must be able to enter.
  chmodSync(folder, 0o755);
  const { database, stop } = await startDatabase(folder);
  // They need no pages, and building those does not keep the whole machine busy.
  const withDatabase = vitest("unit and database tests", ["unit", "db"], envOf(database));
  try {
    await buildProduct();
    // The tests over HTTP take longest; nothing that they do not need keeps them waiting.
    await Promise.all([checkSources(), testProduct(folder, database, withDatabase)]);
  } finally {
    await withDatabase;
    await stop();
  }
  rmSync(folder, { recursive: true, force: true });
}

async function checkSources(): Promise<void> {
  if (filters.length > 0) return;
  await check("lint", () => run(bin("biome"), ["ci", "."]));
  await check("architecture", () => run(process.execPath, ["--import", "tsx", "scripts/check-architecture.ts"]));
  await check("types", () => run(bin("tsc"), ["--noEmit"]));
}

async function testProduct(folder: string, database: TestDatabase, withDatabase: Promise<void>): Promise<void> {
  heading("starting the product");
  const { product, stop } = await startProduct(folder, database);
  const env = envOf(product);
  try {
    // The search needs the product for itself. Database tests have databases of their own, so they may still run.
    await vitest("the search for card data", ["search"], env);
    // From here one kind after another: two that share the machine take longer than both in turn.
    await withDatabase;
    await vitest("HTTP tests", ["http"], env);
    await vitest("launcher tests", ["launch"], env, ["--maxWorkers=3"]);
    await vitest("tests that measure time", ["alone"], env);
    if (filters.length === 0) {
      await suite("browser tests", "e2e.json", () => run(bin("playwright"), ["test"], env));
    }
    const { databaseUrl: DATABASE_URL, appSecret: APP_SECRET, cardKeys: CARD_KEYS } = product;
    const commandEnv = { DATABASE_URL, APP_SECRET, CARD_KEYS };
    await check("every balance of this run is the sum of its lines", () =>
      run(process.execPath, ["--import", "tsx", "scripts/tw.ts", "ledger", "check"], commandEnv),
    );
    await check("every chain of the audit log of this run is whole", () =>
      run(process.execPath, ["--import", "tsx", "scripts/tw.ts", "audit", "verify"], commandEnv),
    );
  } finally {
    await stop();
  }
  await check("no secret in any log of this run", async () => {
    const logs = readdirSync(product.logsDir).map((name) => readFileSync(join(product.logsDir, name), "utf8"));
    const secrets = existsSync(product.secretsFile) ? readFileSync(product.secretsFile, "utf8").split("\n") : [];
    const leaks = findLeaks(logs.join("\n"), secrets);
    for (const leak of leaks) console.error(leak);
    return leaks.length === 0;
  });
}

await main().catch((error) => {
  reportFailure(error);
  failures.push("the run itself broke off");
});
mkdirSync(results, { recursive: true });
writeFileSync(join(results, "summary.txt"), `${passed} passed, ${failures.length} failed\n`);
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`\nPassed: ${passed}. Failed: ${failures.length}.`);
process.exit(failures.length > 0 ? 1 : 0);
