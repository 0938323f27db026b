import { beforeAll, expect, it } from "vitest";
import { day, later, useClock } from "@/lib/kit/clock";
import { cards, openSession, openShop, pay } from "@/tests/support/in-process/checkout";
import { readReceipt } from "./read-receipt";

let at = new Date();
beforeAll(() => useClock(() => at));

let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  shop = await openShop();
});

const tokenIn = (address: string) => new URL(address).pathname.split("/").at(-1) ?? "";

it("a receipt can be opened for 90 days", async () => {
  const { result } = await pay(await openSession(shop), cards.approved);
  const token = tokenIn(result?.receipt ?? "");
  const receipt = await readReceipt(token);
  expect(receipt).toMatchObject({ total: 1000n, refunded: 0n, card: { last4: "1111" }, link: null });
  const paidAt = receipt?.paidAt ?? new Date(0);
  at = later(90 * day - 1, paidAt);
  expect(await readReceipt(token)).not.toBeNull();
  at = later(90 * day, paidAt);
  expect(await readReceipt(token)).toBeNull();
});

it("a failed payment has no receipt", async () => {
  const { result } = await pay(await openSession(shop), cards.stolen);
  expect(result?.receipt ?? null).toBeNull();
});
