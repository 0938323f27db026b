import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sandbox } from "@/lib/reference/sandbox";
import { isSandboxSeeded } from "./sandbox-seeded";
import { seedSandbox } from "./seed-sandbox";

const { accountNumber } = sandbox.merchant;
const countSeeded = async () => ({
  accounts: await db().account.count(),
  keys: await db().merchantKey.count({ where: { accountNumber } }),
  settings: await db().merchantSettings.count({ where: { accountNumber } }),
});

it("seeds the sandbox once, and again only the parts that are missing", async () => {
  expect(await isSandboxSeeded()).toBe(false);
  await seedSandbox();
  expect(await isSandboxSeeded()).toBe(true);
  const complete = await countSeeded();
  expect(complete).toEqual({ accounts: 2, keys: 1, settings: 1 });
  await seedSandbox();
  expect(await countSeeded()).toEqual(complete);
  await db().merchantSettings.delete({ where: { accountNumber } });
  expect(await isSandboxSeeded()).toBe(false);
  await seedSandbox();
  expect(await countSeeded()).toEqual(complete);
});
