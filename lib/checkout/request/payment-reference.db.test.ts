import { expect, it } from "vitest";
import { db, inTransaction, isUniqueViolation, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { openShop, recordOf, requestSession, type TestSession } from "@/tests/support/in-process/checkout";
import { copySession } from "@/tests/support/in-process/copied-sessions";

const referenceOf = async (session: TestSession) => (await recordOf(session)).reference ?? "";

it("gives each session six characters without vowels and without characters that look alike", async () => {
  const shop = await openShop();
  const session = await requestSession(shop);
  await copySession(session, Array(200).fill({}));
  const rows = await db().checkoutSession.findMany({ where: { accountNumber: shop.accountNumber } });
  const references = rows.map(({ reference }) => reference ?? "");
  expect(references.filter((reference) => !/^[23456789CDFGHJKLMNPQRTVWXY]{6}$/.test(reference))).toEqual([]);
  expect(new Set(references).size).toBe(201);
});

it("draws again if the merchant has a payment with this reference, in the statement that opens the session", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const [first, second, elsewhere] = await inTransaction(async () => {
    const drawAgain = async (merchant: typeof shop) => {
      await query(sql`SELECT setseed(0.5)`);
      return referenceOf(await requestSession(merchant));
    };
    return [await drawAgain(shop), await drawAgain(shop), await drawAgain(other)];
  });
  expect(second).not.toBe(first);
  expect(elsewhere).toBe(first);
});

it("PostgreSQL refuses a second session of the merchant with the same reference", async () => {
  const session = await requestSession(await openShop());
  const copied = copySession(session, [{ reference: await referenceOf(session) }]);
  expect(isUniqueViolation(await copied.catch((error: unknown) => error))).toBe(true);
});
