import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import { hour, later, minute, second, useClock } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { withDatabaseBefore } from "@/tests/support/in-process/database-before";
import { runIfDue } from "./exclusive-job";
import { takeJob } from "./store";

let at: Date;
let name: string;
let resetClock: () => void;

beforeEach(() => {
  at = new Date("2026-11-16T10:00:00Z");
  name = newUlid();
  resetClock = useClock(() => at);
});
afterEach(() => {
  vi.useRealTimers();
  resetClock();
});

const pass = (milliseconds: number) => {
  at = later(milliseconds, at);
};
const jobOf = (run: () => Promise<unknown>) => ({ name, every: hour, run });
const inParallel = (count: number, run: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, () => runIfDue(jobOf(run))));

it("runs a job once per hour, however many workers look at the same moment", async () => {
  const run = vi.fn(async () => {});
  await inParallel(10, run);
  expect(run).toHaveBeenCalledTimes(1);
  pass(hour - second);
  await inParallel(10, run);
  expect(run).toHaveBeenCalledTimes(1);
  pass(second);
  await inParallel(10, run);
  expect(run).toHaveBeenCalledTimes(2);
});

it("runs a job once after an outage of several hours, and then every hour again", async () => {
  const run = vi.fn(async () => {});
  await inParallel(1, run);
  pass(5 * hour);
  await inParallel(2, run);
  expect(run).toHaveBeenCalledTimes(2);
  pass(hour);
  await inParallel(2, run);
  expect(run).toHaveBeenCalledTimes(3);
});

it("gives the job of a killed worker to another one when the lease ends", async () => {
  expect(await takeJob({ name, runId: "killed", until: later(minute, at) }, at)).toBe(true);
  const run = vi.fn(async () => {});
  pass(minute - second);
  await inParallel(5, run);
  expect(run).not.toHaveBeenCalled();
  pass(second);
  await inParallel(5, run);
  expect(run).toHaveBeenCalledTimes(1);
});

it("keeps a job exclusive while it runs, even for longer than an hour", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let finish = () => {};
  const long = runIfDue(jobOf(() => new Promise<void>((resolve) => (finish = resolve))));
  const run = vi.fn(async () => {});
  await vi.waitUntil(async () => (await leaseEnd()) !== null);
  for (let passed = 0; passed < 3 * hour; passed += 30 * minute) {
    pass(30 * minute);
    vi.advanceTimersByTime(20 * second);
    await vi.waitUntil(async () => ((await leaseEnd()) ?? at) > at);
    await inParallel(2, run);
  }
  expect(run).not.toHaveBeenCalled();
  finish();
  await long;
  // The hourly job is due an hour after its last start. The last run took three hours, so the job is overdue.
  await inParallel(2, run);
  expect(run).toHaveBeenCalledTimes(1);
});

it("leaves the lease of the worker that took a job over alone when the first one ends late", async () => {
  let finish = () => {};
  const stalled = runIfDue(jobOf(() => new Promise<void>((resolve) => (finish = resolve))));
  await vi.waitUntil(async () => (await leaseEnd()) !== null);
  pass(minute);
  expect(await takeJob({ name, runId: "second", until: later(minute, at) }, at)).toBe(true);
  finish();
  await stalled;
  expect(await leaseEnd()).toEqual(later(minute, at));
});

it("reports a run that fails, and repeats it at the usual time", async () => {
  const run = vi.fn(() => Promise.reject(new Error("broken")));
  await expect(inParallel(1, run)).rejects.toThrow("broken");
  await inParallel(2, run);
  expect(run).toHaveBeenCalledTimes(1);
  pass(hour);
  await expect(inParallel(1, run)).rejects.toThrow("broken");
});

it("reports the failure of a run even if the end of the run cannot be recorded", async () => {
  const run = async () => {
    await db().$executeRaw`ALTER TABLE exclusive_job RENAME TO exclusive_job_away`;
    throw new Error("broken");
  };
  await expect(runIfDue(jobOf(run))).rejects.toThrow("broken");
  await db().$executeRaw`ALTER TABLE exclusive_job_away RENAME TO exclusive_job`;
});

it("the migration removes the schema of the former job queue", async () => {
  await withDatabaseBefore("20261116150100_drop_job_queue", async (client, apply) => {
    await client.query(
      "CREATE SCHEMA graphile_worker CREATE TABLE jobs (id int) CREATE VIEW waiting AS SELECT FROM jobs",
    );
    await apply();
    const { rows } = await client.query("SELECT FROM pg_namespace WHERE nspname = 'graphile_worker'");
    expect(rows).toEqual([]);
  });
});

const leaseEnd = async () => (await db().exclusiveJob.findUnique({ where: { name } }))?.takenUntil ?? null;
