import { expect, it } from "vitest";
import { runLimited } from "./limited-process";

const limits = { startMs: 10_000, workMs: 10_000, memoryBytes: 256 * 1024 * 1024, outputBytes: 1024 };
const started = "require('node:fs').writeSync(3, '.');";
const run = (script: string, changes: Partial<typeof limits> = {}, input = "") =>
  runLimited(["-e", script], Buffer.from(input), { ...limits, ...changes });

it("hands a program its input, and back what it wrote and how it ended", async () => {
  const { status, output } = await run("process.stdin.pipe(process.stdout); process.exitCode = 7", {}, "hello");
  expect([status, output.toString()]).toEqual([7, "hello"]);
});

it.each([
  ["that takes too long, however busy it is", `${started} for (;;);`, { workMs: 300 }],
  ["that never says it has started", "for (;;);", { startMs: 300 }],
  [
    "that grows too large, long before its time is over",
    `${started} const kept = []; setInterval(() => kept.push(Buffer.alloc(8 * 1024 * 1024, 1)), 1)`,
    { workMs: 60_000 },
  ],
])("kills a program %s", async (_what, script, changes) => {
  const before = performance.now();
  expect(await run(script, changes)).toMatchObject({ status: null, hasStarted: script.startsWith(started) });
  expect(performance.now() - before).toBeLessThan(9_000);
});

it("kills a program that writes too much", async () => {
  const { status, output } = await run("for (;;) process.stdout.write('x'.repeat(65_536))");
  expect(status).toBeNull();
  expect(output.length).toBeLessThanOrEqual(limits.outputBytes);
});

it("gives a program none of our variables", async () => {
  const { output } = await run("process.stdout.write(Object.keys(process.env).sort().join(' '))");
  expect(output.toString()).toBe("MALLOC_ARENA_MAX UV_THREADPOOL_SIZE");
});

it("survives a program that ends without reading its input", async () => {
  expect(await run("process.exit(3)", {}, "x".repeat(4 * 1024 * 1024))).toMatchObject({ status: 3 });
});

it("tells a program that is not there from one that was killed", async () => {
  expect((await runLimited(["no-such-file.mjs"], Buffer.from(""), limits)).status).toBe(1);
});
