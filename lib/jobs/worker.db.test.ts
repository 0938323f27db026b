import { expect, it, vi } from "vitest";
import { listSigningKeys } from "@/lib/auth/store";
import { db } from "@/lib/db/client";
import { later, now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { administer } from "@/tests/support/http/product";
import { startWorker } from "./worker";

it("the worker sweeps what is over, leaves what is not, and does the jobs of the queue", async () => {
  const windowOf = (bucket: string, resetsAt: Date) => db().rateWindow.create({ data: { bucket, hits: 1, resetsAt } });
  await windowOf("over", later(-1000, now()));
  await windowOf("running", later(60_000, now()));
  const worker = await startWorker();
  try {
    await vi.waitUntil(async () => (await db().rateWindow.count({ where: { bucket: "over" } })) === 0, 20_000);
    expect(await db().rateWindow.count({ where: { bucket: "running" } })).toBe(1);

    expect(await listSigningKeys()).toEqual([]);
    await administer(env().DATABASE_URL ?? "", "SELECT graphile_worker.add_job('maintain-signing-keys')");
    await vi.waitUntil(async () => (await listSigningKeys()).length === 1, 20_000);

    await administer(env().DATABASE_URL ?? "", "SELECT graphile_worker.add_job('reconcile')");
    await vi.waitUntil(async () => (await db().reconciliation.count()) === 1, 20_000);
  } finally {
    await worker.stop();
  }
});
