import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { CommonDials, DialWords } from "@/emulator/base/dials";
import { deliveryFaultKinds, returnFaultKinds } from "@/emulator/base/faults";
import type { OwnFaults } from "@/emulator/base/own-faults";
import { rawEnv } from "@/lib/kit/env";

type Sentences = Readonly<Record<string, string>>;
type Documented = { dials: DialWords<CommonDials>; faults: OwnFaults };

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const code = (value: unknown): string => `\`${value}\``;
const namesOf = (sentences: Sentences) => Object.entries(sentences).map(([name, meaning]) => [code(name), meaning]);

const dialRows = ({ choices, switches, numbers, defaults }: Documented["dials"]) =>
  [
    ...Object.entries(choices).flatMap(([name, meanings]) =>
      Object.entries(meanings).map(([value, meaning]) => [code(name), code(value), meaning]),
    ),
    ...Object.entries(switches).map(([name, meaning]) => [code(name), "`true`, `false`", meaning]),
    ...Object.entries(numbers).map(([name, meaning]) => [code(name), "a number", meaning]),
  ].map(([name = "", ...cells]) => {
    const value = Object.entries(defaults).find(([each]) => code(each) === name)?.[1];
    return [name, ...cells.map((cell) => cell.replace(code(value), `**${code(value)}**`))];
  });

/** Tests that a page has the complete tables of an emulator's dials and faults. `UPDATE_DOCS=1` writes them again. */
export function testDocumentation(path: string, { dials, faults }: Documented): void {
  const tables: Sentences = {
    Dials: table(["dial", "value (default in bold)", "meaning"], dialRows(dials)),
    Faults: table(["kind", "meaning"], namesOf({ ...deliveryFaultKinds, ...faults.kinds })),
    "Faults of the return": table(["kind", "meaning"], namesOf(returnFaultKinds)),
    Forgeries: table(["`forge`", "meaning"], namesOf(faults.forgeries)),
  };
  it.each(Object.entries(tables))("the docs have the complete table: %s", (name, generated) => {
    const text = readFileSync(path, "utf8");
    const marked = new RegExp(`(<!-- ${name}: UPDATE_DOCS=1 writes this table -->\\n\\n)(?:\\|.*\\n)*\\n?`);
    expect(text).toMatch(marked);
    const complete = text.replace(marked, (_, head: string) => `${head}${generated}\n\n`);
    if (rawEnv().UPDATE_DOCS === "1") writeFileSync(path, complete);
    else expect(text).toBe(complete);
  });
}
