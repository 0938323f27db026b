import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sandbox } from "@/lib/reference/sandbox";
import { seedSandbox } from "./seed-sandbox";

const { accountNumber } = sandbox.merchant;
const countSeeded = async () => ({
  accounts: await db().account.count(),
  keys: await db().merchantKey.count({ where: { accountNumber } }),
  settings: await db().merchantSettings.count({ where: { accountNumber } }),
});

it("seeds the sandbox once, and again only the parts that are missing", async () => {
  await seedSandbox();
  const complete = await countSeeded();
  expect(complete).toEqual({ accounts: 2, keys: 1, settings: 1 });
  await seedSandbox();
  expect(await countSeeded()).toEqual(complete);
  await db().merchantSettings.delete({ where: { accountNumber } });
  await seedSandbox();
  expect(await countSeeded()).toEqual(complete);
});
