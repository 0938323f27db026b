import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { env } from "@/lib/kit/env";
import { administer } from "@/tests/support/http/product";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";

const migration = readFileSync("prisma/migrations/20261115073927_money/migration.sql", "utf8");
const backfill = migration.slice(
  migration.indexOf("-- Payments that succeeded before there was a ledger."),
  migration.indexOf("-- Nobody gets back more than was debited."),
);

it("the migration credits payments from before the ledger like payments today", async () => {
  const shop = await openShop();
  await pay(await openSession(shop), cards.approved);
  await pay(await openSession(shop), cards.declined);
  const books = async () => ({
    balances: await db().merchantBalance.findMany(),
    lines: (await db().ledgerLine.findMany({ orderBy: { book: "asc" } })).map(({ book, amount }) => [book, amount]),
    journals: await db().ledgerJournal.findMany({ omit: { id: true, createdAt: true } }),
  });
  const today = await books();
  expect(today.journals).toHaveLength(1);
  await administer(
    env().DATABASE_URL ?? "",
    `SET session_replication_role = replica;
     DELETE FROM ledger_line; DELETE FROM ledger_journal; DELETE FROM merchant_balance;
     SET session_replication_role = DEFAULT; ${backfill}`,
  );
  expect(await books()).toEqual(today);
});
