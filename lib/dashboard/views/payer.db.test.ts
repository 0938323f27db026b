import { expect, it } from "vitest";
import { leaveCheckout } from "@/lib/checkout/page/customer-actions";
import type { Merchant } from "@/lib/checkout/request/request-rules";
import type { Visit } from "@/lib/dashboard/viewer";
import { db } from "@/lib/db/client";
import { timeZoneOf } from "@/lib/format/dates";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import { privacy } from "@/operator/privacy";
import { callerOf } from "@/tests/support/http/withdrawals";
import { cards, openSession, openShop, passUntilExpiry, pay, sweep } from "@/tests/support/in-process/checkout";
import { operatorCommands } from "@/tests/support/in-process/operator-command";
import { storeCard } from "@/tests/support/in-process/stored-cards";
import { readPayer } from "./payer";

const { tw } = operatorCommands(privacy);
const email = "ada@example.com";

const visitOf = ({ accountNumber }: Merchant): Pick<Visit, "viewer" | "owner" | "zone"> => ({
  viewer: { role: "support", account: { isBusiness: true } } as Visit["viewer"],
  owner: { accountNumber, environment: "sandbox" },
  zone: timeZoneOf("TT"),
});

it("a payer's page tells every attempt, page and refund in words, from any of the payer's payments", async () => {
  const shop = await openShop();
  const [left, paid, stored] = [
    await openSession(shop, { orderId: "left-1" }),
    await openSession(shop, { orderId: "shoes-1" }),
    await storeCard(shop, cards.approved),
  ];
  await leaveCheckout(left.token);
  await pay(paid, cards.noFunds);
  await pay(paid, cards.approved);
  await requestRefund(callerOf(shop.accountNumber), "sandbox", paid.transactionId, { amount: 500n });
  await sweep();

  const payer = await readPayer(visitOf(shop), left.transactionId, 1);
  expect(await readPayer(visitOf(shop), paid.transactionId, 1)).toMatchObject({ email, entries: payer.entries });
  const told = payer.entries.map(({ title, rest, about, money }) => [`${title}${rest}`, about, money?.amount]);
  const { reference } = await db().checkoutSession.findUniqueOrThrow({ where: { id: paid.id } });
  expect(told).toHaveLength(5);
  expect(told).toEqual(
    expect.arrayContaining([
      ["Refunded in part, returned to the card", "Order shoes-1 · Visa ending 1111", "5.00"],
      ["Paid, charged once", `Order shoes-1 · Visa ending 1111 · reference ${reference}`, "12.05"],
      ["Declined, not enough money, not charged", "Order shoes-1 · Visa ending 9995", "12.05"],
      ["Left the page without trying, not charged", "Order left-1", "12.05"],
      ["Card stored, its small charge is given back", "Card check · Visa ending 1111", undefined],
    ]),
  );
  expect(payer).toMatchObject({
    name: "Ada Lovelace",
    declined: 1,
    left: 1,
    sums: [{ currency: "TTD", payments: 1, paid: "12.05", refunds: 1, refunded: "5.00" }],
    lastPaid: paid.transactionId,
    cards: [{ uuid: stored.uuid }],
  });
  expect(payer.told.join(" ")).toMatch(
    /^Your payment of 12 dollars and 5 cents for order shoes-1 went through today at \d\d:\d\d, with the Visa ending 1111\. The attempt at \d\d:\d\d with the Visa ending 9995 was declined because there was not enough money\. That card was not charged\.$/,
  );
  expect(JSON.stringify(payer.entries)).not.toContain(email);
});

it("a payer's page exists for the merchant's own payments with an email address only, and ends when the payer is erased", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  const [own, foreign] = [await openSession(shop), await openSession(other)];
  for (const session of [own, foreign]) await passUntilExpiry(session, 0);
  await sweep();
  expect(await readPayer(visitOf(shop), own.transactionId, 1)).toMatchObject({
    meta: { total: 1 },
    entries: [{ transactionId: own.transactionId }],
    told: [expect.stringMatching(/^The page for your payment of .* was left .* Nothing was charged\.$/)],
  });
  const missing = { code: "not_found" };
  await expect(readPayer(visitOf(shop), foreign.transactionId, 1)).rejects.toMatchObject(missing);
  await tw("privacy", "erase", email, "--confirm");
  await expect(readPayer(visitOf(shop), own.transactionId, 1)).rejects.toMatchObject(missing);
});
