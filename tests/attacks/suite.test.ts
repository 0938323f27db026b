import { existsSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { attackFiles } from "./suite";

it("the attack suite lists every test of this folder, and only files that exist", () => {
  const tests = readdirSync(import.meta.dirname).filter(
    (name) => name.endsWith(".test.ts") && name !== "suite.test.ts",
  );
  expect(attackFiles).toEqual(expect.arrayContaining(tests.map((name) => `tests/attacks/${name}`)));
  expect(attackFiles.filter((file) => !existsSync(file))).toEqual([]);
});
