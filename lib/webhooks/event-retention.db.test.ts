import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { day } from "@/lib/kit/clock";
import { openTestAccount } from "@/tests/support/http/accounts";
import { saying, startReceiver } from "@/tests/support/http/receiver";
import { deliverDue, deliveriesOf, happen, newEndpoint } from "@/tests/support/http/webhooks";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { sweepTable } from "@/tests/support/in-process/retention";

const clock = movingClock();

it("keeps events for 90 days, and longer while a delivery is pending", async () => {
  const owner = { accountNumber: (await openTestAccount()).accountNumber, environment: "sandbox" } as const;
  const receiver = await startReceiver();
  const { id } = await newEndpoint(owner, receiver.url);
  await happen(owner, "delivered");
  await deliverDue();
  receiver.answer = saying(500);
  await happen(owner, "pending");
  await deliverDue();

  clock.pass(90 * day);
  await sweepTable("webhook_event");
  expect(await deliveriesOf(id)).toMatchObject([{ subject: "delivered" }, { subject: "pending" }]);
  clock.pass(1);
  await sweepTable("webhook_event");
  expect(await deliveriesOf(id)).toMatchObject([{ subject: "pending", made: [{ status: 500 }] }]);
  expect(await db().webhookTry.count()).toBe(1);
  receiver.close();
});
