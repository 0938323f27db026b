import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { env } from "@/lib/kit/env";
import { administer } from "@/tests/support/http/product";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";
import { addPaymentsToSums } from "./keep-sums";

const migration = readFileSync("prisma/migrations/20261120111000_figures_of_before/migration.sql", "utf8");

it("the migration sums the payments from before the trigger, and leaves those that the trigger has recorded", async () => {
  const shop = await openShop();
  for (const card of [cards.approved, cards.approved, cards.declined]) await pay(await openSession(shop), card);
  const [recorded] = await db().paymentSumChange.findMany({ where: { outcome: "paid" } });
  await addPaymentsToSums();
  const sums = await db().paymentSum.findMany();
  expect(sums).toMatchObject([{ accountNumber: shop.accountNumber, outcome: "paid", payments: 2 }]);

  await db().paymentSum.deleteMany();
  if (recorded) await db().paymentSumChange.create({ data: recorded });
  await administer(env().DATABASE_URL ?? "", migration);
  expect(await db().paymentSum.findMany()).toMatchObject([{ outcome: "paid", payments: 1 }]);
  await addPaymentsToSums();
  expect(await db().paymentSum.findMany()).toEqual(sums);
  const balance = await db().merchantBalance.findFirst({ where: { accountNumber: shop.accountNumber } });
  expect(await db().balanceDay.findMany()).toMatchObject([{ currency: "TTD", available: balance?.available }]);
});
