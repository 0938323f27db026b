import { expect, it } from "vitest";
import { findAffected } from "./changed";

const sources = [
  { path: "lib/a/rate.ts", text: "export const rate = 1;" },
  { path: "lib/a/price.ts", text: 'import { rate } from "./rate";' },
  { path: "lib/a/price.http.test.ts", text: 'import { call } from "@/tests/support/http/client";' },
  { path: "lib/b/bill.test.ts", text: 'import { price } from "@/lib/a/price";' },
  { path: "lib/c/other.test.ts", text: 'import { other } from "./other";' },
];

it("a change affects what imports the file, directly or through others, and what is beside it", () => {
  expect([...findAffected(["lib/a/rate.ts"], sources)].sort()).toEqual([
    "lib/a/price.http.test.ts",
    "lib/a/price.ts",
    "lib/a/rate.ts",
    "lib/b/bill.test.ts",
  ]);
});

it("a change of a test affects the test, and a deleted file affects its importers", () => {
  expect([...findAffected(["lib/a/price.http.test.ts"], sources)]).toEqual(["lib/a/price.http.test.ts"]);
  expect(findAffected(["lib/c/other.ts"], sources)).toContain("lib/c/other.test.ts");
});
