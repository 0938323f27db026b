import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { boundOf, type FigureName, type Figures, writeFigure } from "./must-hold";

/**
 * The figures of an earlier quick run. A change is compared with them, because a figure can get much worse and still
 * hold. Milliseconds depend on the machine, so the file also tells how long that machine took for a fixed piece of
 * work.
 */
const file = join(import.meta.dirname, "recorded.json");
type Recorded = { machineMs: number; figures: Figures };

const tolerance = 1.1;

/** Writes the figures of this run to the file, for a commit. */
export function record(figures: Figures): void {
  const rounded = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(2))]));
  const recorded: Recorded = { machineMs: Math.round(measureMachine()), figures: rounded };
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
}

/** Prints the figures that got worse by more than a tenth since they were recorded. */
export function printWorse(figures: Figures): void {
  const { machineMs, figures: before } = JSON.parse(readFileSync(file, "utf8")) as Recorded;
  const slowness = measureMachine() / machineMs;
  const worse = (Object.entries(figures) as [FigureName, number][]).flatMap(([name, now]) => {
    const bound = boundOf(name);
    const recorded = (before[name] ?? now) * (bound.unit === "ms" ? slowness : 1);
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
