import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rawEnv } from "@/lib/kit/env";

/** Also read by `.ci/run`, which prints the summary. */
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

/** A check passes or fails as a whole, and counts as one test. */
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

/** Prints the result, writes it to `test-results/summary.txt`, and returns the exit code. */
export function summarise(): number {
  mkdirSync(resultsDir, { recursive: true });
  writeFileSync(join(resultsDir, "summary.txt"), `${passed} passed, ${failures.length} failed\n`);
  for (const failure of failures) console.log(`failed: ${failure}`);
  console.log(`\nPassed: ${passed}. Failed: ${failures.length}.`);
  return failures.length > 0 ? 1 : 0;
}
