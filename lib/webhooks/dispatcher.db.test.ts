import { expect, it, vi } from "vitest";
import { openTestAccount } from "@/e2e/support/accounts";
import { hanging, saying, startReceiver } from "@/e2e/support/receiver";
import { happen, newEndpoint } from "@/e2e/support/webhooks";
import { db, inTransaction } from "@/lib/db/client";
import { startDispatcher } from "./dispatcher";

const eventCount = 1000;

it("of ten receivers the one that hangs keeps nobody waiting: the others hear all of 1,000 events at the first try", async () => {
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
