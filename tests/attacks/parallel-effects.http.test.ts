import { beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { type Merchant, newMerchant } from "@/tests/support/http/accounts";
import { storeCard } from "@/tests/support/http/card-requests";
import { call, type Reply } from "@/tests/support/http/client";
import { openCheckout, pay } from "@/tests/support/http/payments";
import { fund, unbanked } from "@/tests/support/http/withdrawals";

/**
 * The same request many times at once, without an idempotency key and over two processes: it has one effect.
 * Submits and returns from the bank are in lib/checkout/pay/page-payments.http.test.ts.
 */
const { strict, roomy } = inject("product");
const times = 12;
let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

async function atOnce(send: (origin: string, turn: number) => Promise<Reply>): Promise<number[]> {
  const [one, other] = [roomy, strict[0]];
  const replies = await Promise.all(Array.from({ length: times }, (_, turn) => send(turn % 2 ? one : other, turn)));
  return replies.map(({ status }) => status);
}

const succeeded = (statuses: number[]) => statuses.filter((status) => status < 300).length;
const balanceOf = ({ accountNumber }: Merchant) =>
  db().merchantBalance.findFirstOrThrow({ where: { accountNumber, environment: "sandbox", currency: "TTD" } });

async function paidBy({ accountNumber }: Merchant): Promise<string> {
  const { token, transactionId } = await openCheckout(accountNumber);
  await pay(token, "4111111111111111");
  return transactionId;
}

describe("at once and without an idempotency key", () => {
  it("a whole refund is accepted once, and never more than the payment goes back", async () => {
    const transactionId = await paidBy(merchant);
    await fund(merchant.accountNumber, 100_000n);
    const path = `/api/transactions/${transactionId}/refund`;
    const statuses = await atOnce((origin) =>
      call(origin, "POST", path, { token: merchant.token, json: { environment: "sandbox" } }),
    );
    expect(succeeded(statuses)).toBe(1);
    const refunds = await db().refund.findMany({ where: { session: { transactionId } } });
    expect(refunds).toHaveLength(1);
  });

  it("withdrawals of the whole balance are accepted once, and the balance never falls below zero", async () => {
    const own = await newMerchant();
    await fund(own.accountNumber, 5_000n);
    const json = { ...unbanked("50.00"), environment: "sandbox" };
    const statuses = await atOnce((origin) => call(origin, "POST", "/api/withdrawals", { token: own.token, json }));
    expect(succeeded(statuses)).toBe(1);
    expect(await db().withdrawal.count({ where: { accountNumber: own.accountNumber } })).toBe(1);
    expect(await balanceOf(own)).toMatchObject({ available: 0n, held: 5_000n });
  });

  it("a cancellation gives the money back once", async () => {
    const own = await newMerchant();
    await fund(own.accountNumber, 5_000n);
    const json = { ...unbanked("50.00"), environment: "sandbox" };
    const { body } = await call(roomy, "POST", "/api/withdrawals", { token: own.token, json });
    const path = `/api/withdrawals/${body.data.transaction_id}?environment=sandbox`;
    const statuses = await atOnce((origin) => call(origin, "DELETE", path, { token: own.token }));
    expect(succeeded(statuses)).toBe(1);
    expect(await balanceOf(own)).toMatchObject({ available: 5_000n, held: 0n });
  });

  it("guesses of a stored card's amount use no more than the allowed tries", async () => {
    const { uuid } = await storeCard(merchant, { cents: 150n });
    const path = `/api/trusted-cards/${uuid}/verify`;
    const statuses = await atOnce((origin, turn) => {
      const json = { environment: "sandbox", amount: `1.${10 + turn}` };
      return call(origin, "POST", path, { token: merchant.token, json });
    });
    expect(succeeded(statuses)).toBe(0);
    const right = { environment: "sandbox", amount: "1.50" };
    expect((await call(roomy, "POST", path, { token: merchant.token, json: right })).status).toBe(400);
  });
});
