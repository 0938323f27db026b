import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { day } from "@/lib/kit/clock";
import { openTestAccount } from "@/tests/support/http/accounts";
import { saying, startReceiver } from "@/tests/support/http/receiver";
import { deliverDue, deliveriesOf, happen, newEndpoint } from "@/tests/support/http/webhooks";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { forgetEvents } from "./forget-events";

const clock = movingClock();

it("events are kept for 90 days, and longer while they are on their way", async () => {
  const owner = { accountNumber: (await openTestAccount()).accountNumber, environment: "sandbox" } as const;
  const receiver = await startReceiver();
  const { id } = await newEndpoint(owner, receiver.url);
  await happen(owner, "delivered");
  await deliverDue();
  receiver.answer = saying(500);
  await happen(owner, "on its way");
  await deliverDue();

  clock.pass(90 * day);
  await forgetEvents();
  expect(await deliveriesOf(id)).toMatchObject([{ subject: "delivered" }, { subject: "on its way" }]);
  clock.pass(1);
  await forgetEvents();
  expect(await deliveriesOf(id)).toMatchObject([{ subject: "on its way", made: [{ status: 500 }] }]);
  expect(await db().webhookTry.count()).toBe(1);
  receiver.close();
});
