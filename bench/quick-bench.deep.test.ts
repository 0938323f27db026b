import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

it("a quick bench tells within 100 s what got worse since it was recorded; statements and bytes did not", () => {
  const begun = performance.now();
  const said = execFileSync("node", ["--import", "tsx", "scripts/bench.ts", "quick"], { encoding: "utf8" });
  const seconds = (performance.now() - begun) / 1000;
  // Shown, because other work on the machine can make the other figures worse.
  console.log(said);
  const [, compared = ""] = said.split("Compared with the recorded figures");
  expect(compared).toMatch(/worse by more than 10 %/i);
  expect(compared).not.toMatch(/SQL statements|of the checkout/);
  expect(seconds).toBeLessThan(100);
}, 300_000);
