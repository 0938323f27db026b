import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sandbox } from "@/lib/reference/sandbox";
import { isSandboxSeeded } from "./sandbox-seeded";
import { seedSandbox } from "./seed-sandbox";

const countSeeded = async () => ({
  accounts: await db().account.count(),
  keys: await db().merchantKey.count(),
  settings: await db().merchantSettings.count(),
});

it("seeds the sandbox once, and again only the parts that are missing", async () => {
  expect(await isSandboxSeeded()).toBe(false);
  await seedSandbox();
  expect(await isSandboxSeeded()).toBe(true);
  const complete = await countSeeded();
  expect(complete).toEqual({ accounts: 3, keys: 2, settings: 2 });
  await seedSandbox();
  expect(await countSeeded()).toEqual(complete);
  for (const { accountNumber } of [sandbox.merchant, sandbox.shop]) {
    await db().merchantSettings.delete({ where: { accountNumber } });
    expect(await isSandboxSeeded()).toBe(false);
    await seedSandbox();
    expect(await countSeeded()).toEqual(complete);
  }
});

it("gives the demo shop a merchant with a name, a colour and keys of its own", async () => {
  const { accountNumber, name, accentColour } = sandbox.shop;
  const settings = await db().merchantSettings.findUniqueOrThrow({ where: { accountNumber } });
  expect(settings).toMatchObject({ displayName: name, accentColour });
  const account = await db().account.findUniqueOrThrow({ where: { accountNumber } });
  expect(account).toMatchObject({ type: "BUSINESS", sandboxOnly: true, mayManageAccounts: false });
  expect(sandbox.shop.hashKey).not.toBe(sandbox.merchant.hashKey);
});
