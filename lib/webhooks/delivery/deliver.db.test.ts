import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import type { Owner } from "@/lib/http/route/caller";
import { day, hour, later, minute, now, second } from "@/lib/kit/clock";
import { rotateSecret, updateWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { resendFailed } from "@/lib/webhooks/inspect";
import { openTestAccount } from "@/tests/support/http/accounts";
import { type Answer, hanging, saying, startReceiver } from "@/tests/support/http/receiver";
import { deliverDue, deliveriesOf, happen, newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { takenForMs } from "./deliver";
import { claimDeliveries } from "./delivery-store";
import { createSender } from "./send";

const clock = movingClock();
/** The library has no clock of its own to be moved. */
const atOurTime = <Value>(act: () => Value): Value => {
  vi.useFakeTimers({ toFake: ["Date"], now: now() });
  try {
    return act();
  } finally {
    vi.useRealTimers();
  }
};
const waits = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
type Receiver = Awaited<ReturnType<typeof startReceiver>>;

let owner: Owner;
let receiver: Receiver;

beforeEach(async () => {
  owner = { accountNumber: (await openTestAccount()).accountNumber, environment: "sandbox" };
  receiver = await startReceiver();
});
afterEach(async () => {
  receiver.close();
  await db().webhookDelivery.deleteMany();
});

/** Lets time pass until the only delivery is due, and tells how long that was. */
async function untilDue(endpointId: string): Promise<number> {
  const [delivery] = await deliveriesOf(endpointId);
  if (!delivery?.dueAt) return Number.NaN;
  const wait = delivery.dueAt.getTime() - now().getTime();
  clock.pass(wait - 1);
  expect(await deliverDue()).toBe(0);
  clock.pass(1);
  return wait;
}

describe("a receiver that is down", () => {
  it("for three days is tried ten times at the schedule, with one id, and hears of it once it is back", async () => {
    receiver.answer = saying(503);
    const { id } = await newEndpoint(owner, receiver.url);
    await happen(owner);
    expect(await deliverDue()).toBe(1);
    for (const [index, planned] of waits.entries()) {
      const waited = await untilDue(id);
      expect(Math.abs(waited - planned) / planned).toBeLessThanOrEqual(0.1);
      if (index === waits.length - 1) receiver.answer = saying(200);
      expect(await deliverDue()).toBe(1);
    }
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(await deliveriesOf(id)).toMatchObject([{ status: "delivered", tries: 10, dueAt: null }]);
    clock.pass(30 * day);
    expect(await deliverDue()).toBe(0);
  });

  it("for longer is disabled with the last try, and what it missed can be asked for", async () => {
    receiver.answer = saying(500);
    const { id } = await newEndpoint(owner, receiver.url);
    await happen(owner);
    await deliverDue();
    for (const _wait of waits) {
      await untilDue(id);
      await deliverDue();
    }
    expect(receiver.received).toHaveLength(10);
    expect(await db().webhookEndpoint.findUnique({ where: { id } })).toMatchObject({
      disabledAt: now(),
      disabledBecause: "The last of 10 tries failed.",
    });
    await happen(owner);
    expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(["failed", "failed"]);
    receiver.answer = saying(200);
    const caller = callerOf(owner.accountNumber);
    await updateWebhook(caller, id, { enabled: true });
    expect(await deliverDue()).toBe(0);
    expect((await resendFailed(caller, id, new Date(0))).data).toEqual({ deliveries: 2 });
    expect(await deliverDue()).toBe(2);
    expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  });

  it("for one event alone stays enabled: something else reached it since", async () => {
    receiver.answer = (response, told) =>
      saying(told.json.data.transaction_id === "doomed" ? 500 : 200)(response, told);
    const { id } = await newEndpoint(owner, receiver.url);
    await happen(owner, "doomed");
    await deliverDue();
    await happen(owner);
    await deliverDue();
    for (const _wait of waits) {
      await untilDue(id);
      await deliverDue();
    }
    expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(["failed", "delivered"]);
    expect(await db().webhookEndpoint.findUnique({ where: { id } })).toMatchObject({ disabledAt: null });
  });
});

it("is verified by the standard library, and by both secrets while one replaces the other", async () => {
  const { id, secret } = await newEndpoint(owner, receiver.url);
  const caller = callerOf(owner.accountNumber);
  const verifiedBy = async (...secrets: string[]) => {
    await happen(owner);
    await deliverDue();
    const { body, headers } = receiver.received.at(-1) ?? { body: "", headers: {} };
    return secrets.map((one) => {
      try {
        return Boolean(atOurTime(() => new Webhook(one).verify(body, headers as Record<string, string>)));
      } catch {
        return false;
      }
    });
  };
  expect(await verifiedBy(secret)).toEqual([true]);
  const next = (await rotateSecret(caller, id, 3600)).data.secret;
  expect(await verifiedBy(secret, next)).toEqual([true, true]);
  clock.pass(hour - 1);
  expect(await verifiedBy(secret, next)).toEqual([true, true]);
  clock.pass(1);
  expect(await verifiedBy(secret, next)).toEqual([false, true]);
  const last = (await rotateSecret(caller, id, 0)).data.secret;
  expect(await verifiedBy(next, last)).toEqual([false, true]);
});

describe("an answer", () => {
  const answered = async (answer: Answer) => {
    receiver.answer = answer;
    const { id } = await newEndpoint(owner, receiver.url);
    await happen(owner);
    await deliverDue();
    const endpoint = await db().webhookEndpoint.findUniqueOrThrow({ where: { id } });
    return { endpoint, delivery: (await deliveriesOf(id))[0] };
  };

  it("of 410 disables the endpoint at once, and what was on its way can be asked for", async () => {
    const { endpoint, delivery } = await answered(saying(410));
    expect(endpoint.disabledBecause).toBe("The receiver said that it is gone (410).");
    expect(delivery).toMatchObject({ status: "failed", dueAt: null });
  });

  it.each([
    ["120", 120 * second],
    ["Sun, 15 Nov 2026 13:00:00 GMT", hour],
    ["99999999", day],
    ["1", 5 * second],
    ["soon", 5 * second],
  ])("with Retry-After: %s is not asked again before that", async (value, wait) => {
    const { delivery } = await answered(saying(429, { "retry-after": value }));
    const waited = (delivery?.dueAt?.getTime() ?? 0) - now().getTime();
    expect(Math.abs(waited - wait)).toBeLessThanOrEqual(0.1 * 5 * second);
  });

  it("that leads elsewhere is a failure, and not followed", async () => {
    const elsewhere = await startReceiver();
    const { delivery } = await answered(saying(307, { location: elsewhere.url }));
    expect(delivery).toMatchObject({ status: "pending", tries: 1, made: [{ status: 307 }] });
    expect(elsewhere.connections).toBe(0);
    elsewhere.close();
  });

  it("is kept up to 1 KB, as text that a table can hold", async () => {
    const { delivery } = await answered(saying(500, {}, `\0a${"é".repeat(2000)}`));
    expect(delivery?.made[0]?.response).toMatch(/^aé{511}/);
    expect(Buffer.byteLength(delivery?.made[0]?.response ?? "")).toBeLessThanOrEqual(1026);
  });

  it("that never comes is not waited for", async () => {
    const send = createSender({ timeoutMs: 50 });
    receiver.answer = hanging;
    expect(await send(new URL(receiver.url), {}, "{}")).toMatchObject({ status: null, error: /within 15 seconds/ });
    receiver.answer = (response) => response.writeHead(200).write("beginning");
    expect(await send(new URL(receiver.url), {}, "{}")).toMatchObject({ status: 200, response: "beginning" });
    send.close();
  });
});

describe("events about one thing", () => {
  it("arrive in their order, and what is about something else does not wait for them", async () => {
    const { id } = await newEndpoint(owner, receiver.url);
    const order = () => receiver.received.map(({ json }) => `${json.data.transaction_id} ${json.event}`);
    await happen(owner, "one", "payment.created");
    await happen(owner, "one", "payment.success");
    await happen(owner, "other", "payment.created");
    await deliverDue();
    expect(order().sort()).toEqual(["one payment.created", "other payment.created"]);
    await deliverDue();
    expect(order().at(-1)).toBe("one payment.success");
    expect(await deliveriesOf(id)).toHaveLength(3);
  });

  it("wait for the one before for two tries, and then no longer", async () => {
    receiver.answer = (response, told) => saying(told.json.event === "payment.created" ? 500 : 200)(response, told);
    const { id } = await newEndpoint(owner, receiver.url);
    await happen(owner, "one", "payment.created");
    await happen(owner, "one", "payment.success");
    expect(await deliverDue()).toBe(1);
    await untilDue(id);
    expect(await deliverDue()).toBe(1);
    expect(await deliverDue()).toBe(1);
    expect(receiver.received.map(({ json }) => json.event)).toEqual([
      "payment.created",
      "payment.created",
      "payment.success",
    ]);
  });
});

it("what a worker took and did not finish is tried again by another, and never by two at once", async () => {
  await newEndpoint(owner, receiver.url);
  await happen(owner);
  expect(await claimDeliveries(now(), later(takenForMs), 10)).toHaveLength(1);
  expect(await deliverDue()).toBe(0);
  clock.pass(takenForMs);
  const [one, other] = await Promise.all([deliverDue(), deliverDue()]);
  expect(one + other).toBe(1);
  expect(receiver.received).toHaveLength(1);
});

it("only events that were asked for go to an endpoint, and only those of its account and environment", async () => {
  await newEndpoint(owner, receiver.url, ["payment.failed"]);
  const other = { accountNumber: (await openTestAccount()).accountNumber, environment: "sandbox" } as const;
  await newEndpoint(other, receiver.url);
  await happen(owner, "success", "payment.success");
  await happen(owner, "failed", "payment.failed");
  await happen({ ...owner, environment: "live" }, "live", "payment.failed");
  expect(await deliverDue()).toBe(1);
  expect(receiver.received.map(({ json }) => json.data.transaction_id)).toEqual(["failed"]);
});
