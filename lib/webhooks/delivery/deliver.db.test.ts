import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "@/lib/db/client";
import type { Owner } from "@/lib/http/message/caller";
import { day, hour, later, minute, now, second } from "@/lib/kit/clock";
import { rotateSecret, updateWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { resendFailed } from "@/lib/webhooks/inspect";
import { openTestAccount } from "@/tests/support/http/accounts";
import { type Answer, hanging, saying, startReceiver } from "@/tests/support/http/receiver";
import { deliverDue, deliveriesOf, happen, newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { claimDeliveries } from "./claim-store";
import { deliveryLeaseMs } from "./deliver";
import { createSender } from "./send";

const clock = movingClock();
/** Sets the system clock to the test's time, because the Standard Webhooks library reads the system clock. */
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

/** Moves the clock until the endpoint's only delivery is due. Returns the wait in milliseconds. */
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
  it("for three days gets ten attempts on schedule with one id, and the event once it is back", async () => {
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

  it("for longer is disabled after the last attempt, and the failed deliveries can be resent", async () => {
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

  it("for one event only stays enabled, because another event has reached it since", async () => {
    receiver.answer = (response, request) =>
      saying(request.json.data.transaction_id === "doomed" ? 500 : 200)(response, request);
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

it("a delivery verifies with the Standard Webhooks library, and with both secrets during a rotation", async () => {
  const { id, secret } = await newEndpoint(owner, receiver.url);
  const caller = callerOf(owner.accountNumber);
  const verifiedBy = async (...secrets: string[]) => {
    await happen(owner);
    await deliverDue();
    const { body, headers } = receiver.received.at(-1) ?? { body: "", headers: {} };
    return secrets.map((secret) => {
      try {
        return Boolean(atOurTime(() => new Webhook(secret).verify(body, headers as Record<string, string>)));
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

describe("a response", () => {
  const answered = async (answer: Answer) => {
    receiver.answer = answer;
    const { id } = await newEndpoint(owner, receiver.url);
    await happen(owner);
    await deliverDue();
    const endpoint = await db().webhookEndpoint.findUniqueOrThrow({ where: { id } });
    return { endpoint, delivery: (await deliveriesOf(id))[0] };
  };

  it("with status 410 disables the endpoint at once and fails its pending deliveries", async () => {
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
  ])("with Retry-After: %s postpones the next attempt", async (value, wait) => {
    const { delivery } = await answered(saying(429, { "retry-after": value }));
    const waited = (delivery?.dueAt?.getTime() ?? 0) - now().getTime();
    expect(Math.abs(waited - wait)).toBeLessThanOrEqual(0.1 * 5 * second);
  });

  it("that redirects is a failure, and the redirect is not followed", async () => {
    const elsewhere = await startReceiver();
    const { delivery } = await answered(saying(307, { location: elsewhere.url }));
    expect(delivery).toMatchObject({ status: "pending", tries: 1, made: [{ status: 307 }] });
    expect(elsewhere.connections).toBe(0);
    elsewhere.close();
  });

  it("is stored up to 1 KB, without NUL characters", async () => {
    const { delivery } = await answered(saying(500, {}, `\0a${"é".repeat(2000)}`));
    expect(delivery?.made[0]?.response).toMatch(/^aé{511}/);
    expect(Buffer.byteLength(delivery?.made[0]?.response ?? "")).toBeLessThanOrEqual(1026);
  });

  it("that does not arrive in time ends the attempt, and a status without the rest of the body counts", async () => {
    // Long enough for a busy machine to deliver the status.
    const send = createSender({ timeoutMs: 300 });
    receiver.answer = hanging;
    expect(await send(new URL(receiver.url), {}, "{}")).toMatchObject({ status: null, error: /within 15 seconds/ });
    receiver.answer = (response) => response.writeHead(200).write("first part");
    expect(await send(new URL(receiver.url), {}, "{}")).toMatchObject({ status: 200, response: "first part" });
    send.close();
  });
});

describe("events about one subject", () => {
  it("arrive in order, and events about other subjects do not wait for them", async () => {
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

  it("wait until the earlier event has been attempted twice, and then no longer", async () => {
    receiver.answer = (response, request) =>
      saying(request.json.event === "payment.created" ? 500 : 200)(response, request);
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

it("a delivery whose worker died is attempted by another worker once its lease ends, and never by two", async () => {
  await newEndpoint(owner, receiver.url);
  await happen(owner);
  expect(await claimDeliveries(now(), later(deliveryLeaseMs), 10)).toHaveLength(1);
  expect(await deliverDue()).toBe(0);
  clock.pass(deliveryLeaseMs);
  const [one, other] = await Promise.all([deliverDue(), deliverDue()]);
  expect(one + other).toBe(1);
  expect(receiver.received).toHaveLength(1);
});

it("an endpoint gets only the events it subscribes to, of its own account and environment", async () => {
  await newEndpoint(owner, receiver.url, ["payment.failed"]);
  const other = { accountNumber: (await openTestAccount()).accountNumber, environment: "sandbox" } as const;
  await newEndpoint(other, receiver.url);
  await happen(owner, "success", "payment.success");
  await happen(owner, "failed", "payment.failed");
  await happen({ ...owner, environment: "live" }, "live", "payment.failed");
  expect(await deliverDue()).toBe(1);
  expect(receiver.received.map(({ json }) => json.data.transaction_id)).toEqual(["failed"]);
});
