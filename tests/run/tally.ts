import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rawEnv } from "@/lib/kit/env";

/** The folder for test results. `.ci/run` prints the summary in this folder. */
export const resultsDir = "test-results";

const failures: string[] = [];
let passed = 0;

export function count(title: string, suite: { passed: number; failures: readonly string[] }): void {
  passed += suite.passed;
  failures.push(...suite.failures.map((failure) => `${title}: ${failure}`));
}

export function heading(title: string): void {
  console.log(`\n── ${title} ${"─".repeat(Math.max(0, 70 - title.length))}`);
}

/** Runs a check, such as the linter. It counts as one test that passes or fails. */
export async function check(title: string, work: () => Promise<boolean>): Promise<void> {
  heading(title);
  const hasPassed = await work();
  if (hasPassed) passed++;
  else failures.push(title);
  console.log(`${title}: ${hasPassed ? "ok" : "FAILED"}`);
}

export async function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, { stdio: "inherit", env: { ...rawEnv(), ...env } as NodeJS.ProcessEnv });
  return new Promise<boolean>((resolve) => child.on("close", (code) => resolve(code === 0)));
}

export const binary = (name: string) => join("node_modules/.bin", name);

/** Prints the number of passed and failed tests, writes it to `test-results/summary.txt`, and returns the exit code. */
export function summarise(): number {
  mkdirSync(resultsDir, { recursive: true });
  writeFileSync(join(resultsDir, "summary.txt"), `${passed} passed, ${failures.length} failed\n`);
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`\nPassed: ${passed}. Failed: ${failures.length}.`);
  return failures.length > 0 ? 1 : 0;
}
