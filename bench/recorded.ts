import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { boundOf, type FigureName, type Figures, type Measured, verdictOn, writeFigure } from "./must-hold";
import { firstCell, readBlock, replaceBlock, writeTable } from "./speed-page";

/** The only page with measured figures: all others link to it. */
const page = "docs/speed.md";
const readPage = () => readFileSync(page, "utf8");

const tolerance = 1.1;

/** Returns a function that writes the tables of a part into the page. A missing block fails here, before the run. */
export function openRecord(names: readonly string[]): (name: string, measured: Measured) => void {
  for (const name of names) readBlock(readPage(), name);
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
  const changes = git("status", "--porcelain", "--", ".", `:!${page}`) && " with changes";
  const commit = `${git("rev-parse", "--short", "HEAD")}${changes}`;
  const machine = `Node.js ${process.versions.node}, ${availableParallelism()} cores`;
  const day = new Date().toISOString().slice(0, 10);
  return (name, { caption, table, figures }) => {
    // Measured after the part, as in `printWorse()`: what the process did before makes the fixed work faster or slower.
    const stamp = `Recorded ${day}, commit ${commit}, ${machine}, fixed work ${measureMachine().toFixed(0)} ms.`;
    const parts = [`${caption}.`, writeTable(table), writeTable(verdictOn(figures)), stamp];
    writeFileSync(page, replaceBlock(readPage(), name, parts.filter(Boolean).join("\n\n")));
  };
}

/**
 * Prints the figures of a quick run that got worse by more than a tenth since a quick run was recorded, because a
 * figure can get much worse and still hold. Milliseconds depend on the machine: the fixed work tells by how much.
 */
export function printWorse(figures: Figures): void {
  const before = readBlock(readPage(), "quick");
  const slowness = measureMachine() / Number(/fixed work (\d+) ms/.exec(before)?.[1]);
  const worse = (Object.entries(figures) as [FigureName, number][]).flatMap(([name, now]) => {
    const bound = boundOf(name);
    const measured = Number.parseFloat(firstCell(before, bound.work) ?? "");
    const recorded = measured * (bound.unit === "ms" ? slowness : 1);
    const factor = "least" in bound ? recorded / now : now / recorded;
    const row = { recorded: writeFigure(bound, recorded), now: writeFigure(bound, now) };
    return factor > tolerance ? [[bound.work, row]] : [];
  });
  console.log(`\nCompared with the recorded figures, on a machine that takes ${slowness.toFixed(2)} times as long\n`);
  if (worse.length === 0) {
    console.log("Nothing got worse by more than 10 %.");
    return;
  }
  console.log("Worse by more than 10 %. Repeat the run before you believe it: other work on the machine counts, too.");
  console.table(Object.fromEntries(worse));
}

/** Processor time of a fixed piece of work: digests, and text that is parsed and written. The best of three. */
function measureMachine(): number {
  const text = JSON.stringify(Array.from({ length: 20_000 }, (_, index) => ({ index, name: `record ${index}` })));
  const work = () => {
    const begun = process.cpuUsage();
    for (let turn = 0; turn < 10; turn++)
      createHash("sha256")
        .update(JSON.stringify(JSON.parse(text)))
        .digest();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1000;
  };
  return Math.min(work(), work(), work());
}
