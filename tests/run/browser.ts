import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { binary, count, heading, resultsDir, run } from "./tally";

type Report = { stats: { expected: number; flaky: number }; suites: Suite[] };
type Suite = {
  file: string;
  specs: { title: string; tests: { projectName: string; status: string }[] }[];
  suites?: Suite[];
};

export async function runBrowserTests(
  files: readonly string[],
  browser: string,
  env: Record<string, string>,
): Promise<void> {
  const title = `browser tests in ${basename(browser)}`;
  heading(title);
  const reportFile = join(resultsDir, "e2e.json");
  rmSync(reportFile, { force: true });
  const hasPassed = await run(binary("playwright"), ["test", ...files], { ...env, CHROMIUM_PATH: browser });
  const report: Report | null = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, "utf8")) : null;
  const failures = report ? report.suites.flatMap(failuresOf) : [];
  if (!hasPassed && failures.length === 0) failures.push("broke off");
  count(title, { passed: report ? report.stats.expected + report.stats.flaky : 0, failures });
}

function failuresOf({ file, specs, suites = [] }: Suite): string[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.filter(({ status }) => status === "unexpected").map((test) => `[${test.projectName}] ${file} › ${title}`),
  );
  return [...own, ...suites.flatMap(failuresOf)];
}
