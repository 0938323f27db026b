import { afterAll, beforeAll, describe, it, vi } from "vitest";
import { setClock } from "@/lib/checkout/page/sandbox-store";
import { db, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { hour, later, now, second } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { openTestAccount } from "@/tests/support/http/accounts";
import { happen, newEndpoint } from "@/tests/support/http/webhooks";
import { createAttempt } from "@/tests/support/in-process/attempts";
import { openShop, requestSession } from "@/tests/support/in-process/checkout";
import type { Queue } from "./due-store";
import { watchQueues } from "./watch-queues";

/** Shorter than the time between two looks of an idle worker. */
const atOnce = { timeout: 5 * second, interval: 10 };

const woken = new Set<Queue>();
let watch: ReturnType<typeof watchQueues>;

beforeAll(async () => {
  watch = watchQueues((queue) => {
    woken.add(queue);
    return [10 * second];
  });
  await vi.waitUntil(async () => (await listenerPids()).length === 1, atOnce);
});
afterAll(() => watch.stop());

async function listenerPids(): Promise<number[]> {
  const rows = await query<{ pid: number }>(sql`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%VALUES (''sessions''%'
      AND state = 'idle'`);
  return rows.map(({ pid }) => pid);
}

/** Each function below returns one that settles the work, so that it does not wake the worker in the next test. */
async function createRefund() {
  const { id: attemptId, sessionId } = await createAttempt();
  const data = { id: newUlid(), sessionId, attemptId, amount: 1000n, requestedAt: now(), dueAt: now() };
  await db().refund.create({ data });
  return () => db().refund.delete({ where: { id: data.id } });
}

async function createPlatformRefund() {
  const { id: attemptId, sessionId } = await createAttempt();
  const data = { id: newUlid(), sessionId, attemptId, amount: 1000n, requestedAt: now(), dueAt: now() };
  await db().platformRefund.create({ data });
  return () => db().platformRefund.delete({ where: { id: data.id } });
}

async function createMail() {
  const { accountNumber } = await openTestAccount();
  const content = { kind: "receipt", recipient: "ada@example.com", language: "en", subject: "", text: "", html: "" };
  const data = {
    id: newUlid(),
    accountNumber,
    environment: "live",
    ...content,
    createdAt: now(),
    dueAt: now(),
  } as const;
  await db().mail.create({ data });
  return () => db().mail.delete({ where: { id: data.id } });
}

async function createDelivery() {
  const { accountNumber } = await openTestAccount();
  const owner = { accountNumber, environment: "sandbox" } as const;
  const { id } = await newEndpoint(owner, "http://127.0.0.1:9/");
  await happen(owner);
  return () => db().webhookEndpoint.update({ where: { id }, data: { deletedAt: now() } });
}

/** The attempt's session is an hour ahead of the database. */
async function createDueAttempt(column: "inquireAt" | "voidAt") {
  const { id, sessionId } = await createAttempt({ environment: "sandbox" });
  await setClock(sessionId, hour, null);
  await vi.waitUntil(() => woken.has("sessions"), atOnce);
  await db().attempt.update({ where: { id }, data: { [column]: later(hour) } });
  return () => db().attempt.update({ where: { id }, data: { [column]: null } });
}

const work: [Queue, () => Promise<() => Promise<unknown>>][] = [
  ["inquiries", () => createDueAttempt("inquireAt")],
  ["voids", () => createDueAttempt("voidAt")],
  ["refunds", createRefund],
  ["platform_refunds", createPlatformRefund],
  ["mail", createMail],
  ["deliveries", createDelivery],
];

describe("A sleeping worker", () => {
  it.each(work)("wakes at once for work in the queue «%s»", async (queue, create) => {
    woken.clear();
    const settle = await create();
    await vi.waitUntil(() => woken.has(queue), atOnce);
    await settle();
  });

  it("wakes at once when the clock of a sandbox session moves past its expiry", async () => {
    const { id } = await requestSession(await openShop());
    woken.clear();
    await setClock(id, hour, true);
    await vi.waitUntil(() => woken.has("sessions"), atOnce);
    await setClock(id, 0, false);
    await db().checkoutSession.updateMany({ data: { expiresAt: later(2 * hour) } });
  });

  it("wakes when work becomes due that was written earlier", async () => {
    woken.clear();
    const { id } = await createAttempt({ inquireAt: later(second) });
    await vi.waitUntil(() => woken.has("inquiries"), atOnce);
    await db().attempt.update({ where: { id }, data: { inquireAt: null } });
  });

  it("looks every second while its connection is lost, and listens again", async () => {
    const [pid] = await listenerPids();
    await query(sql`SELECT pg_terminate_backend(${pid})`);
    woken.clear();
    const { id } = await createAttempt({ voidAt: now() });
    await vi.waitUntil(() => woken.has("voids"), atOnce);
    await db().attempt.update({ where: { id }, data: { voidAt: null } });
    await vi.waitUntil(async () => (await listenerPids()).some((other) => other !== pid), atOnce);
  });
});
