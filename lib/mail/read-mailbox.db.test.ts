import { expect, it } from "vitest";
import { cards, openSession, openShop, pay } from "@/e2e/support/checkout";
import { inProduction } from "@/e2e/support/production";
import { seedSandbox } from "@/lib/accounts/seed-sandbox";
import { findMerchant } from "@/lib/checkout/request-store";
import { db } from "@/lib/db/client";
import { sandbox } from "@/lib/reference/sandbox";
import { openMailbox, readMail } from "./read-mailbox";

it("in production nothing is shown but what happened to the public accounts in sandbox", async () => {
  await seedSandbox();
  const publicShop = await findMerchant(sandbox.merchant.accountNumber);
  for (const shop of [publicShop, await openShop()]) if (shop) await pay(await openSession(shop), cards.approved);
  await db().mail.create({
    data: { ...(await db().mail.findFirstOrThrow()), id: "01KA0000000000000000000000", environment: "live" },
  });
  const all = (await openMailbox())?.mails ?? [];
  expect(all).toHaveLength(3);

  const leave = inProduction({ SEED_SANDBOX: "true" });
  const shown = (await openMailbox())?.mails ?? [];
  const rows = await db().mail.findMany({ where: { id: { in: shown.map(({ id }) => id) } } });
  expect(rows).toMatchObject([{ accountNumber: sandbox.merchant.accountNumber, environment: "sandbox" }]);
  for (const { id } of all) expect((await readMail(id)) !== null).toBe(id === shown[0]?.id);

  leave();

  const leaveAgain = inProduction({ SEED_SANDBOX: "false" });
  expect([await openMailbox(), await readMail(shown[0]?.id ?? "")]).toEqual([null, null]);
  leaveAgain();
});
