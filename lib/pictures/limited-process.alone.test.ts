import { expect, it } from "vitest";
import { runLimited } from "./limited-process";

const limits = { startMs: 10_000, workMs: 10_000, fairCpuMs: 200, memoryBytes: 256 * 1024 * 1024, outputBytes: 1024 };
const started = "require('node:fs').writeSync(3, '.');";
const run = (script: string, changes: Partial<typeof limits> = {}, input = "") =>
  runLimited({ args: ["-e", script], input: Buffer.from(input) }, { ...limits, ...changes });

it("passes the input to a program, and returns its output and exit status", async () => {
  const { status, output } = await run("process.stdin.pipe(process.stdout); process.exitCode = 7", {}, "hello");
  expect([status, output.toString()]).toEqual([7, "hello"]);
});

it.each([
  ["that takes too long, even if it is busy", `${started} for (;;);`, { workMs: 700 }],
  [
    "that uses too much memory, long before its timeout",
    `${started} const kept = []; setInterval(() => kept.push(Buffer.alloc(8 * 1024 * 1024, 1)), 1)`,
    { workMs: 60_000 },
  ],
])("kills a program %s", async (_case, script, changes) => {
  const before = performance.now();
  expect(await run(script, changes)).toMatchObject({ status: null, hasStarted: true, isStarved: false });
  expect(performance.now() - before).toBeLessThan(9_000);
});

it.each([
  ["did not start in time", "for (;;);", { startMs: 300 }],
  ["got hardly any processor time before its timeout", `${started} setInterval(() => {}, 9);`, { workMs: 300 }],
])("reports as starved a program that %s", async (_case, script, changes) => {
  expect(await run(script, changes)).toMatchObject({ status: null, isStarved: true });
});

it("kills a program that writes too much", async () => {
  const { status, output } = await run("for (;;) process.stdout.write('x'.repeat(65_536))");
  expect(status).toBeNull();
  expect(output.length).toBeLessThanOrEqual(limits.outputBytes);
});

it("gives a program an empty environment", async () => {
  const { output } = await run("process.stdout.write(JSON.stringify(process.env))");
  expect(output.toString()).toBe("{}");
});

it("survives a program that ends without reading its input", async () => {
  expect(await run("process.exit(3)", {}, "x".repeat(4 * 1024 * 1024))).toMatchObject({ status: 3 });
});

it("returns a status for a missing program, unlike for a killed one", async () => {
  expect((await runLimited({ args: ["no-such-file.mjs"], input: Buffer.from("") }, limits)).status).toBe(1);
});

it.runIf(process.getuid?.() === 0)("runs a program as another user if it is root", async () => {
  const program = { args: ["-p", "process.getuid()"], input: Buffer.from(""), user: { uid: 65_534, gid: 65_534 } };
  expect((await runLimited(program, limits)).output.toString()).toBe("65534\n");
});
