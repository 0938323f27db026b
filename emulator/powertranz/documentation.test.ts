import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { faultKinds, forgeries, returnFaultKinds } from "@/emulator/base/faults";
import { rawEnv } from "@/lib/kit/env";
import { defaultDials, dialChoices, dialNumbers, dialSwitches } from "./dials";

/** The tables of dials and faults in the docs. `UPDATE_DOCS=1` writes them again. */
const path = "docs/powertranz-emulator.md";

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const code = (value: unknown): string => `\`${value}\``;
const namesOf = (sentences: Readonly<Record<string, string>>) =>
  Object.entries(sentences).map(([name, meaning]) => [code(name), meaning]);

const dialRows = [
  ...Object.entries(dialChoices).flatMap(([name, meanings]) =>
    Object.entries(meanings).map(([value, meaning]) => [code(name), code(value), meaning]),
  ),
  ...Object.entries(dialSwitches).map(([name, meaning]) => [code(name), "`true`, `false`", meaning]),
  ...Object.entries(dialNumbers).map(([name, meaning]) => [code(name), "a number", meaning]),
].map(([name = "", ...cells]) => {
  const value = Object.entries(defaultDials).find(([each]) => code(each) === name)?.[1];
  return [name, ...cells.map((cell) => cell.replace(code(value), `**${code(value)}**`))];
});

const tables: Readonly<Record<string, string>> = {
  Dials: table(["dial", "value (default in bold)", "meaning"], dialRows),
  Faults: table(["kind", "meaning"], namesOf(faultKinds)),
  "Faults of the return": table(["kind", "meaning"], namesOf(returnFaultKinds)),
  Forgeries: table(["`forge`", "meaning"], namesOf(forgeries)),
};

it.each(Object.entries(tables))("the docs have the complete table: %s", (name, generated) => {
  const text = readFileSync(path, "utf8");
  const marked = new RegExp(`(<!-- ${name}: UPDATE_DOCS=1 writes this table -->\\n\\n)(?:\\|.*\\n)*\\n?`);
  expect(text).toMatch(marked);
  const complete = text.replace(marked, (_, head: string) => `${head}${generated}\n\n`);
  if (rawEnv().UPDATE_DOCS === "1") writeFileSync(path, complete);
  else expect(text).toBe(complete);
});
