import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteAccount } from "@/lib/accounts/manage-account";
import { db, inTransaction } from "@/lib/db/client";
import type { Caller, Owner } from "@/lib/http/message/caller";
import { day, later, now } from "@/lib/kit/clock";
import { deleteWebhook, updateWebhook } from "@/lib/webhooks/endpoints/manage-endpoints";
import { listDeliveries, resendDelivery, resendFailed, retrieveDelivery } from "@/lib/webhooks/inspect";
import { openTestAccount } from "@/tests/support/http/accounts";
import { saying, startReceiver } from "@/tests/support/http/receiver";
import { deliverDue, deliveriesOf, happen, newEndpoint } from "@/tests/support/http/webhooks";
import { callerOf } from "@/tests/support/http/withdrawals";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { claimDeliveries } from "./claim-store";
import { closeDeliveries } from "./close-deliveries";
import { attemptDelivery, deliveryLeaseMs, recordAttempts } from "./deliver";
import type { DeliveryAttempt } from "./delivery-store";
import { createSender } from "./send";

/** Tests changes that merchants make while an attempt is in flight. */
const clock = movingClock();
const send = createSender();
let owner: Owner;
let caller: Caller;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

beforeEach(async () => {
  const { accountNumber } = await openTestAccount();
  owner = { accountNumber, environment: "sandbox" };
  caller = callerOf(accountNumber);
  receiver = await startReceiver(saying(500));
});
afterEach(async () => {
  receiver.close();
  await db().webhookDelivery.deleteMany();
});

const claim = () => claimDeliveries(now(), later(deliveryLeaseMs), 100);
const endpointOf = (id: string) => db().webhookEndpoint.findUniqueOrThrow({ where: { id } });

/** A delivery with `times` failed attempts, and one more failed attempt (`last`) that is not recorded yet. */
async function failing(times: number): Promise<{ id: string; delivery: string; last: DeliveryAttempt[] }> {
  const { id } = await newEndpoint(owner, receiver.url);
  await happen(owner);
  for (let count = 0; count < times; count++) {
    await deliverDue();
    clock.pass(2 * day);
  }
  const last = await Promise.all((await claim()).map((delivery) => attemptDelivery(delivery, send)));
  const [delivery] = await deliveriesOf(id);
  return { id, delivery: delivery?.id ?? "", last };
}

describe("while a failing attempt is in flight", () => {
  it.each([8, 9])("a resend after %s failed attempts starts the schedule again at once", async (times) => {
    const { id, delivery, last } = await failing(times);
    await resendDelivery(caller, id, delivery);
    await recordAttempts(last);
    expect(await endpointOf(id)).toMatchObject({ disabledAt: null });
    expect(await deliveriesOf(id)).toMatchObject([{ status: "pending", tries: 0, dueAt: now(), takenUntil: null }]);
    receiver.answer = saying(200);
    expect(await deliverDue()).toBe(1);
    expect(await deliveriesOf(id)).toMatchObject([{ status: "delivered", tries: 1 }]);
  });

  it("an endpoint that moves to a new URL is not disabled by the failure of the old one", async () => {
    const { id, last } = await failing(9);
    await updateWebhook(caller, id, { enabled: false });
    await updateWebhook(caller, id, { enabled: true, url: `${receiver.url}/new` });
    await recordAttempts(last);
    expect(await endpointOf(id)).toMatchObject({ disabledAt: null });
  });

  it("other attempts are recorded, even if its event is deleted", async () => {
    const { id, last } = await failing(0);
    await happen(owner);
    const other = await Promise.all((await claim()).map((delivery) => attemptDelivery(delivery, send)));
    await db().webhookEvent.delete({ where: { id: last[0]?.delivery.event.id ?? "" } });
    await recordAttempts([...last, ...other]);
    expect(await deliveriesOf(id)).toMatchObject([{ tries: 1, made: [{ status: 500 }] }]);
  });
});

it("a resend that fails ten times disables the endpoint, even if earlier deliveries reached it", async () => {
  receiver.answer = saying(200);
  const { id } = await newEndpoint(owner, receiver.url);
  await happen(owner);
  await deliverDue();
  clock.pass(20 * day);
  const [delivery] = await deliveriesOf(id);
  await resendDelivery(caller, id, delivery?.id ?? "");
  receiver.answer = saying(500);
  for (let count = 0; count < 10; count++) {
    await deliverDue();
    clock.pass(2 * day);
  }
  expect((await endpointOf(id)).disabledBecause).toBe("The last of 10 tries failed.");
});

describe("an event whose transaction commits after its endpoint", () => {
  /** Runs `act` after the event is inserted and before its transaction commits. */
  const during = async (act: (id: string) => Promise<unknown>) => {
    const { id } = await newEndpoint(owner, receiver.url);
    let written = () => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    let end = () => {};
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve;
    });
    const transaction = inTransaction(async () => {
      await happen(owner);
      written();
      await mayEnd;
    });
    await isWritten;
    await act(id);
    end();
    await transaction;
    return id;
  };

  it("was disabled is not sent when the endpoint is enabled, and can be resent", async () => {
    const id = await during((endpoint) => updateWebhook(caller, endpoint, { enabled: false }));
    expect(await deliverDue()).toBe(0);
    await updateWebhook(caller, id, { enabled: true });
    expect(await deliverDue()).toBe(0);
    expect((await resendFailed(caller, id, new Date(0))).data).toEqual({ deliveries: 1 });
    expect(await deliverDue()).toBe(1);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ["disabled", (id) => updateWebhook(caller, id, { enabled: false })],
    ["deleted", (id) => deleteWebhook(caller, id)],
    ["deleted with its account", () => deleteAccount(caller, owner.accountNumber)],
  ])("was %s is failed by the worker", async (_how, act) => {
    const id = await during(act);
    expect(await deliveriesOf(id)).toMatchObject([{ status: "pending" }]);
    await closeDeliveries();
    expect(await deliveriesOf(id)).toMatchObject([{ status: "failed", dueAt: null }]);
    expect(await deliverDue()).toBe(0);
  });
});

it("a delivery is attempted at most 50 times, resends included", async () => {
  receiver.answer = saying(200);
  const { id } = await newEndpoint(owner, receiver.url);
  await happen(owner);
  await deliverDue();
  const [delivery] = await deliveriesOf(id);
  const made = { deliveryId: delivery?.id ?? "", at: now(), durationMs: 1, url: receiver.url, requestHeaders: {} };
  await db().webhookTry.createMany({ data: Array.from({ length: 49 }, () => made) });
  await expect(resendDelivery(caller, id, made.deliveryId)).rejects.toMatchObject({
    status: 409,
    message: "The delivery has been tried 50 times already.",
  });
  await db().webhookDelivery.updateMany({ data: { status: "failed" } });
  expect((await resendFailed(caller, id, new Date(0))).data).toEqual({ deliveries: 0 });
  expect((await listDeliveries(caller, id, {})).data[0]?.tries).toHaveLength(10);
  expect((await retrieveDelivery(caller, id, made.deliveryId)).data.tries).toHaveLength(50);
});
