import { describe, expect, it } from "vitest";
import { signatureOf } from "@/lib/checkout/redirect";
import { isSignedWith, readReturned } from "@/lib/hash-inspector/redirect-proof";
import { sandbox } from "@/lib/reference/sandbox";
import { readChoices } from "./choices";
import { openOrder, orderOfId } from "./orders";
import { statusOfOrder } from "./paid-orders";
import { resultWordsFor } from "./result-words";
import { type Result, shopHashOf, verifyResult } from "./verify-result";

const { hashKey, signingSecret } = sandbox.shop;
let lastTransaction = 0;

const newOrder = () => openOrder(readChoices(new URLSearchParams({ currency: "TTD", "quantity-pepper-sauce": "1" })));
const signed = (result: Result): Result => ({ ...result, tw_signature: signatureOf(result, signingSecret) });
const hashOf = (transactionId: string, total: string) => shopHashOf(transactionId, total, hashKey);

/** An order, and the parameters of its success without the signature. */
function paidOrder() {
  const order = newOrder();
  lastTransaction += 1;
  const transactionId = `SB-${String(lastTransaction).padStart(25, "0")}A`;
  const result = {
    status: "success",
    transaction_id: transactionId,
    order_id: order.id,
    currency: "TTD",
    total: "73.28",
    hash: hashOf(transactionId, order.total),
  };
  return { order, transactionId, result };
}

/** What the shop decides about a redirect. It reads the order from the redirect, as the shop's page does. */
function verdictOf(result: Result) {
  const order = orderOfId(result.order_id ?? "");
  const isSigned = isSignedWith(readReturned(result), signingSecret);
  return order && verifyResult(order, result, { hashKey, isSigned });
}
const kindOf = async (result: Result) => (await verdictOf(result))?.kind ?? "order_unknown";
const isPaid = async (order: Parameters<typeof statusOfOrder>[0]) => (await statusOfOrder(order)).paid;

describe("a result", () => {
  it("has the MD5 hash of the transaction id, the total and the shop's own key", () => {
    expect(hashOf("SB-12-1-oid_123-aBc-20210616024001", "10.00")).toBe("01835af0cc27452da661d2980156b57c");
  });

  it("marks its order as paid once, and shows the same when it is loaded again", async () => {
    const { order, result } = paidOrder();
    expect(await statusOfOrder(order)).toMatchObject({ status: "unpaid", paid: false, times_paid: 0 });
    expect(await kindOf(signed(result))).toBe("paid");
    expect(await kindOf(signed(result))).toBe("paid");
    expect(await statusOfOrder(order)).toMatchObject({ status: "paid", paid: true, times_paid: 1 });
  });

  it.each([
    ["a failure, even with a hash", { status: "failed" }, "unpaid"],
    ["a success without a hash", { hash: "" }, "unpaid"],
    ["a wrong hash", { hash: "3d34d20260f7433ceee277e9ed9166a3" }, "hash_wrong"],
    ["another currency", { currency: "USD" }, "order_wrong"],
    ["less than the requested total", { total: "69.99" }, "order_wrong"],
    ["no total", { total: "" }, "order_wrong"],
    ["an unknown order", { order_id: "demo-00000000" }, "order_unknown"],
  ])("with %s does not mark the order as paid", async (_what, change, kind) => {
    const { order, result } = paidOrder();
    expect(await kindOf(signed({ ...result, ...change }))).toBe(kind);
    expect(await isPaid(order)).toBe(false);
  });

  it("with a wrong tw_signature does not mark its order as paid", async () => {
    const { order, result } = paidOrder();
    expect(await kindOf(result)).toBe("signature_wrong");
    expect(await kindOf({ ...result, tw_signature: signatureOf(result, "another-secret") })).toBe("signature_wrong");
    expect(await isPaid(order)).toBe(false);
    expect(await kindOf(signed(result))).toBe("paid");
  });

  it("of one order does not mark another order of the same total as paid", async () => {
    const [first, second] = [paidOrder(), paidOrder()];
    expect(await kindOf({ ...signed(first.result), order_id: second.order.id })).toBe("signature_wrong");
    expect(await kindOf(signed(first.result))).toBe("paid");
    expect([await isPaid(first.order), await isPaid(second.order)]).toEqual([true, false]);
  });

  it("of a transaction that paid an order does not mark a second one as paid, even if it is signed", async () => {
    const { result } = paidOrder();
    const second = newOrder();
    expect(await kindOf(signed(result))).toBe("paid");
    expect(await kindOf(signed({ ...result, order_id: second.id }))).toBe("order_wrong");
    expect(await isPaid(second)).toBe(false);
  });

  it.each(["SB-FORM0000000000000000000009", "SB-FORM00000000000000000000A1", "", "x"])(
    "with the transaction id %j does not mark the order as paid",
    async (transactionId) => {
      const { order, result } = paidOrder();
      const hash = hashOf(transactionId, order.total);
      expect(await kindOf(signed({ ...result, transaction_id: transactionId, hash }))).toBe("order_wrong");
    },
  );

  it("without a hash is shown as neutral if it is signed, and as suspicious if it is not", async () => {
    const { hash: _, ...failed } = { ...paidOrder().result, status: "failed" };
    const tones = [signed(failed), failed].map(async (result) => {
      const verdict = await verdictOf(result);
      return verdict && resultWordsFor(verdict, result).tone;
    });
    expect(await Promise.all(tones)).toEqual(["neutral", "bad"]);
  });

  it("of a refused payment request, which is never signed, is shown as neutral", async () => {
    const { order } = paidOrder();
    const refused = { status: "error", order_id: order.id, reasonDescription: "The total field is required." };
    const verdict = await verdictOf(refused);
    expect(verdict && resultWordsFor(verdict, refused)).toMatchObject({
      title: "Your order is not paid",
      tone: "neutral",
    });
  });
});
