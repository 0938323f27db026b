import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { watchProgram } from "./postgres-files";

const folder = mkdtempSync(join(tmpdir(), "tradewind-program-"));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ["replaced", (program: string) => renameSync(`${program}.new`, program)],
  ["removed", (program: string) => rmSync(program)],
])("says how to continue when the program of a running PostgreSQL is %s", async (_, change) => {
  const program = join(folder, "postgres");
  for (const path of [program, `${program}.new`]) writeFileSync(path, "");
  const told = new Promise<string>((tell) => watchProgram(program, tell, 10));
  change(program);
  expect(await told).toContain("Stop the product, and start it again.");
});
