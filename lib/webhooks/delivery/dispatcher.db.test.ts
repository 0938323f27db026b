import { expect, inject, it, vi } from "vitest";
import { db, inTransaction } from "@/lib/db/client";
import { log } from "@/lib/kit/log";
import { openTestAccount } from "@/tests/support/http/accounts";
import { hanging, saying, startReceiver } from "@/tests/support/http/receiver";
import { deliveriesOf, happen, newEndpoint } from "@/tests/support/http/webhooks";
import { startDispatcher } from "./dispatcher";
import { createSender } from "./send";

const eventCount = inject("isDeep") ? 1000 : 60;

it(`delivers ${eventCount} events to nine receivers at the first attempt while a tenth receiver hangs`, async () => {
  const { accountNumber } = await openTestAccount();
  const owner = { accountNumber, environment: "sandbox" } as const;
  const receivers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => startReceiver(index === 0 ? hanging : saying(200))),
  );
  const endpoints = [];
  for (const { url } of receivers) endpoints.push(await newEndpoint(owner, url));
  const [, ...served] = endpoints.map(({ id }) => id);
  await inTransaction(async () => {
    for (let index = 0; index < eventCount; index++) await happen(owner);
  });
  const dispatcher = startDispatcher();
  const delivered = () =>
    db().webhookDelivery.count({ where: { endpointId: { in: served }, status: "delivered", tries: 1 } });
  await vi.waitFor(async () => expect(await delivered()).toBe(9 * eventCount), { timeout: 120_000, interval: 250 });
  for (const receiver of receivers) receiver.close();
  await dispatcher.stop();
}, 180_000);

it("logs an attempt that cannot be recorded, and records the others once", async () => {
  const logged = vi.spyOn(log, "error").mockReturnValue();
  const { accountNumber } = await openTestAccount();
  const owner = { accountNumber, environment: "sandbox" } as const;
  const [good, bad] = [
    await newEndpoint(owner, "http://127.0.0.1:9/good"),
    await newEndpoint(owner, "http://127.0.0.1:9/bad"),
  ];
  await happen(owner);
  // The delivery to `bad` is at its last attempt. Recording it fails: the status is too large for the column.
  await db().webhookDelivery.updateMany({ where: { endpointId: bad.id }, data: { tries: 9 } });
  const send = async ({ pathname }: URL) => ({
    durationMs: 1,
    status: pathname === "/bad" ? 99_999 : 200,
    response: "",
    error: null,
    retryAfter: undefined,
  });
  const dispatcher = startDispatcher(Object.assign(send, { close: () => {} }));
  await vi.waitUntil(() => logged.mock.calls.length > 0, { timeout: 20_000 });
  await dispatcher.stop();
  vi.restoreAllMocks();
  expect(await deliveriesOf(good.id)).toMatchObject([{ status: "delivered", tries: 1, made: [{ status: 200 }] }]);
  expect(await deliveriesOf(bad.id)).toMatchObject([{ status: "pending", tries: 9, made: [] }]);
});

it("stops at once, even if the signal comes while it looks for due deliveries", async () => {
  const pauseMs = 60_000;
  const dispatcher = startDispatcher(createSender(), pauseMs);
  const startedAt = performance.now();
  await dispatcher.stop();
  expect(performance.now() - startedAt).toBeLessThan(pauseMs / 6);
});
