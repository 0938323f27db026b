import { expect, it } from "vitest";
import type { Caller } from "@/lib/http/route/caller";
import { openSession, openShop } from "@/tests/support/in-process/checkout";
import { listTransactions } from "./read-transactions";

it("the search finds the merchant's own transactions by exact id, order id or customer email", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const session = await openSession(shop, { orderId: "basket-1" });
  const again = await openSession(shop, { orderId: "basket-12" });
  const foreign = await openSession(other, { orderId: "basket-1" });
  const caller = { accountNumber: shop.accountNumber } as Caller;
  const find = async (
    search: string,
    more: { status?: "success" } = {},
    environment: "sandbox" | "live" = "sandbox",
  ) => {
    const { data, meta } = await listTransactions(caller, environment, { search, ...more });
    expect(meta.total).toBe(data.length);
    return data.map(({ transaction_id: id }) => id);
  };
  const both = [again.transactionId, session.transactionId];
  expect(await find(session.transactionId)).toEqual([session.transactionId]);
  expect(await find("basket-1")).toEqual([session.transactionId]);
  expect(await find("ADA@example.com")).toEqual(both);
  expect(await find("ADA@example.com", { status: "success" })).toEqual([]);
  expect(await find(foreign.transactionId)).toEqual([]);
  expect(await find("basket")).toEqual([]);
  expect(await find(session.transactionId, {}, "live")).toEqual([]);
});
