import { afterEach, expect, it } from "vitest";
import { cards, openSession, openShop, pay } from "@/e2e/support/checkout";
import { seedSandbox } from "@/lib/accounts/seed-sandbox";
import { findMerchant } from "@/lib/checkout/request-store";
import { db } from "@/lib/db/client";
import { env, extendEnv } from "@/lib/kit/env";
import { sandbox } from "@/lib/reference/sandbox";
import { openMailbox, readMail } from "./read-mailbox";

const before = { APP_ENV: "development", PUBLIC_URL: env().PUBLIC_URL, RATE_LIMIT_FACTOR: "1", SEED_SANDBOX: "" };
const inProduction = (seeds: "true" | "false") =>
  extendEnv({
    APP_ENV: "production",
    PUBLIC_URL: "https://pay.example.com",
    RATE_LIMIT_FACTOR: "",
    SEED_SANDBOX: seeds,
  });
afterEach(() => void extendEnv(before));

it("in production nothing is shown but what happened to the public accounts in sandbox", async () => {
  await seedSandbox();
  const publicShop = await findMerchant(sandbox.merchant.accountNumber);
  for (const shop of [publicShop, await openShop()]) if (shop) await pay(await openSession(shop), cards.approved);
  await db().mail.create({
    data: { ...(await db().mail.findFirstOrThrow()), id: "01KA0000000000000000000000", environment: "live" },
  });
  const all = (await openMailbox())?.mails ?? [];
  expect(all).toHaveLength(3);

  inProduction("true");
  const shown = (await openMailbox())?.mails ?? [];
  const rows = await db().mail.findMany({ where: { id: { in: shown.map(({ id }) => id) } } });
  expect(rows).toMatchObject([{ accountNumber: sandbox.merchant.accountNumber, environment: "sandbox" }]);
  for (const { id } of all) expect((await readMail(id)) !== null).toBe(id === shown[0]?.id);

  inProduction("false");
  expect([await openMailbox(), await readMail(shown[0]?.id ?? "")]).toEqual([null, null]);
});
