import { expect, it, vi } from "vitest";
import { listSigningKeys } from "@/lib/auth/store";
import { db } from "@/lib/db/client";
import { later, now } from "@/lib/kit/clock";
import { startWorker } from "./worker";

it("the worker deletes expired rate limits, keeps current ones, and runs the exclusive jobs", async () => {
  const windowOf = (bucket: string, resetsAt: Date) => db().rateWindow.create({ data: { bucket, hits: 1, resetsAt } });
  await windowOf("over", later(-1000, now()));
  await windowOf("running", later(60_000, now()));
  expect(await listSigningKeys()).toEqual([]);
  const worker = startWorker();
  try {
    await vi.waitUntil(async () => (await db().rateWindow.count({ where: { bucket: "over" } })) === 0, 20_000);
    expect(await db().rateWindow.count({ where: { bucket: "running" } })).toBe(1);

    await vi.waitUntil(async () => (await listSigningKeys()).length === 1, 20_000);
    await vi.waitUntil(async () => (await db().reconciliation.count()) === 1, 20_000);
  } finally {
    await worker.stop();
  }
});

it("two workers run each exclusive job once", async () => {
  await db().exclusiveJob.deleteMany();
  await db().reconciliation.deleteMany();
  const workers = [startWorker(), startWorker()];
  try {
    const completed = { takenUntil: null, dueAt: { gt: now() } };
    await vi.waitUntil(async () => (await db().exclusiveJob.count({ where: completed })) === 4, 20_000);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
  expect(await db().reconciliation.count()).toBe(1);
});
