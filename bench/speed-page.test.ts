import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { firstCell, readBlock, replaceBlock, writeTable } from "./speed-page";

const page = [
  "# Speed\r\n",
  "Text with $1 and $& \n\n\n",
  "<!-- bench:page -->\nold page\n<!-- /bench -->\n",
  "<!-- bench:payments -->\nold payments\n\n| table |\n<!-- /bench -->\n",
  "no newline at the end",
];

it("replaces the block of one part, and keeps every other byte of the page", () => {
  const after = replaceBlock(page.join(""), "payments", "new $1 $&");
  const block = "<!-- bench:payments -->\nnew $1 $&\n<!-- /bench -->\n";
  expect(after).toBe([...page.slice(0, 3), block, ...page.slice(4)].join(""));
  expect(replaceBlock(after, "payments", "new $1 $&")).toBe(after);
});

it("refuses a page without the block, and one whose block does not end before the next one", () => {
  expect(() => replaceBlock(page.join(""), "pay", "new")).toThrow("no block <!-- bench:pay -->");
  const open = page.join("").replace("<!-- /bench -->", "");
  expect(() => replaceBlock(open, "page", "new")).toThrow("no block <!-- bench:page -->");
});

it("writes a table whose rows have different columns, and finds a row's first cell again", () => {
  const table = { bare: { "of bare": "100 %" }, "the worker": { "of bare": "63 %", "worker ms": 0.4 } };
  const markdown = writeTable(table);
  expect(markdown).toBe(
    ["|  | of bare | worker ms |", "| --- | --- | --- |", "| bare | 100 % |  |", "| the worker | 63 % | 0.4 |"].join(
      "\n",
    ),
  );
  expect([firstCell(markdown, "the worker"), firstCell(markdown, "worker")]).toEqual(["63 %", undefined]);
  expect(writeTable({})).toBe("");
});

it("docs/speed.md has a block that ends for each part that it names", () => {
  const text = readFileSync("docs/speed.md", "utf8");
  const names = [...text.matchAll(/^<!-- bench:(\w+) -->$/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(readBlock(text, name)).not.toBe("");
});
