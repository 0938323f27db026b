import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";
import type { Sample } from "@/lib/docs/markdown";

/** Runs the sample programs of the docs as a reader would run them. */
type Call = [name: string, ...given: unknown[]];
type Outcome = { value?: unknown; error?: string };
type Runtime = { program: string; extension: string; args(file: string): string[] };

const execute = promisify(execFile);

/** Each takes calls as JSON and prints what became of them. */
const runtimes: Record<string, Runtime> = {
  JavaScript: {
    program: process.execPath,
    extension: "mjs",
    args: (file) => [
      "--input-type=module",
      "-e",
      `const sample = await import(${file});
       const outcomes = [];
       for (const [name, ...given] of JSON.parse(process.argv[1])) {
         try { outcomes.push({ value: await sample[name](...given) }); }
         catch (error) { outcomes.push({ error: error.message }); }
       }
       console.log(JSON.stringify(outcomes));`,
    ],
  },
  PHP: {
    program: "php",
    extension: "php",
    args: (file) => [
      "-r",
      `require ${file};
       $outcome = function ($call) {
         $name = array_shift($call);
         try { return ['value' => $name(...$call)]; }
         catch (Exception $error) { return ['error' => $error->getMessage()]; }
       };
       echo json_encode(array_map($outcome, json_decode($argv[1], true)));`,
      "--",
    ],
  },
  Python: {
    program: "python3",
    extension: "py",
    args: (file) => [
      "-c",
      `import json, sys
space = {}
exec(open(${file}).read(), space)
def outcome(name, *given):
    try: return {"value": space[name](*given)}
    except Exception as error: return {"error": str(error)}
print(json.dumps([outcome(*call) for call in json.loads(sys.argv[1])]))`,
    ],
  },
};

const runtimeOf = ({ language }: Sample): Runtime => {
  const runtime = runtimes[language];
  if (!runtime) throw new Error(`There is no way to run ${language} here.`);
  return runtime;
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const canRun = (program: string, args = ["--version"], cwd?: string): boolean =>
  spawnSync(program, args, { cwd }).status === 0;

export const isRunnable = (sample: Sample): boolean => canRun(runtimeOf(sample).program);

/** A folder for the programs of one test file, which goes with it. Packages are there. */
export function newWorkshop() {
  const folder = mkdtempSync(join(tmpdir(), "tradewind-programs-"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, run: (sample: Sample, calls: Call[]) => runIn(folder, sample, calls) };
}

let programCount = 0;

/** All calls in one process, which runs in this folder. Functions are named as in JavaScript. */
export async function runIn(folder: string, sample: Sample, calls: Call[]): Promise<Outcome[]> {
  const { program, extension, args } = runtimeOf(sample);
  const file = join(folder, `program${programCount++}.${extension}`);
  writeFileSync(file, sample.code);
  const named = calls.map(([name, ...given]) => [extension === "mjs" ? name : snakeCase(name), ...given]);
  const { stdout } = await execute(program, [...args(JSON.stringify(file)), JSON.stringify(named)], { cwd: folder });
  return JSON.parse(stdout);
}
