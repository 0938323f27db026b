import { describe, expect, it } from "vitest";
import { totalOf } from "./catalogue";
import { readChoices } from "./choices";
import { changeOrder, findOrder, openOrder } from "./orders";
import { paymentFields } from "./payment-request";
import { hashOf, verifyResult } from "./verify-result";

const form = (fields: Record<string, string>) => new URLSearchParams({ currency: "TTD", ...fields });
let lastTransaction = 0;

function paidOrder(fields: Record<string, string> = { "quantity-pepper-sauce": "1" }) {
  const order = openOrder(readChoices(form(fields)));
  lastTransaction += 1;
  const transactionId = `SB-${lastTransaction}`;
  changeOrder(order.id, { transactionId });
  const result = {
    status: "success",
    transaction_id: transactionId,
    order_id: order.id,
    currency: "TTD",
    total: "48.28",
    hash: hashOf(transactionId, order.total),
  };
  return { order, transactionId, result };
}

describe("the cart", () => {
  it("is priced by the shop, whatever the browser says", () => {
    const choices = readChoices(
      form({ "quantity-pepper-sauce": "2", "quantity-hammock": "1", total: "0.01", price: "0" }),
    );
    expect(totalOf(choices.cart, choices.currency)).toBe(600_00n);
  });

  it.each(["-1", "1.5", "NaN", "", "1e9x"])("takes nothing for a quantity of %s", (quantity) => {
    expect(readChoices(form({ "quantity-hammock": quantity })).cart).toEqual({});
  });

  it("is bounded, and falls back to what is on offer", () => {
    const choices = readChoices(
      form({ "quantity-hammock": "1000000", currency: "EUR", method: "x", way: "y", country: "ZZ" }),
    );
    expect(choices).toMatchObject({
      cart: { hammock: 5 },
      currency: "TTD",
      method: "credit_card_co",
      way: "redirect",
      country: "",
    });
  });
});

describe("the payment request", () => {
  it("has an order_id of its own, the shop's total, and no blank fields", () => {
    const fields = paymentFields(
      openOrder(readChoices(form({ "quantity-cocoa-tea": "1", currency: "USD", avs: "1" }))),
    );
    expect(fields).toMatchObject({
      country_code: "TT",
      currency: "USD",
      total: "9.25",
      avs: "1",
      environment: "sandbox",
    });
    expect(fields.order_id).toMatch(/^demo-[0-9a-z]{8}$/);
    expect(Object.values(fields)).not.toContain("");
  });
});

describe("a result", () => {
  it("has the hash of the test vector", () => {
    expect(hashOf("SB-12-1-oid_123-aBc-20210616024001", "10.00")).toBe("3d34d20260f7433ceee277e9ed9166a3");
  });

  it("pays the order it belongs to, and shows the same when it is loaded again", () => {
    const { result } = paidOrder();
    expect(verifyResult(result).kind).toBe("paid");
    expect(verifyResult(result).kind).toBe("paid");
  });

  it.each([
    ["a failure, even with a hash", { status: "failed" }, "unpaid"],
    ["a success without a hash", { hash: "" }, "unpaid"],
    ["a wrong hash", { hash: "3d34d20260f7433ceee277e9ed9166a3" }, "hash_wrong"],
    ["another currency", { currency: "USD" }, "order_wrong"],
    ["less than was asked for", { total: "44.99" }, "order_wrong"],
    ["no total", { total: "" }, "order_wrong"],
    ["an order nobody knows", { order_id: "demo-00000000" }, "order_unknown"],
  ])("of %s does not pay", (_what, change, kind) => {
    expect(verifyResult({ ...paidOrder().result, ...change }).kind).toBe(kind);
  });

  it("of one order does not pay another of the same total", () => {
    const { result } = paidOrder();
    const { order } = paidOrder();
    expect(verifyResult({ ...result, order_id: order.id }).kind).toBe("order_wrong");
  });

  it("of a browser's form post pays one order only", () => {
    const [first, second] = [1, 2].map(() =>
      openOrder(readChoices(form({ "quantity-pepper-sauce": "1", way: "form" }))),
    );
    if (!first || !second) throw new Error("two orders were opened");
    const result = {
      status: "success",
      transaction_id: "SB-form",
      currency: "TTD",
      total: "45.00",
      hash: hashOf("SB-form", "45.00"),
    };
    expect(verifyResult({ ...result, order_id: first.id }).kind).toBe("paid");
    expect(findOrder(first.id)?.transactionId).toBe("SB-form");
    expect(verifyResult({ ...result, order_id: second.id }).kind).toBe("order_wrong");
  });

  it("knows the result of a stored card, which is no payment", () => {
    const { result } = paidOrder();
    const { order_id: _, hash: __, ...stored } = { ...result, uuid: "0b6b7c9e-6f0a-4c43-9a77-5a1c8e2f3d10" };
    expect(verifyResult(stored).kind).toBe("card_stored");
    expect(verifyResult({ ...stored, status: "failed" }).kind).toBe("unpaid");
    expect(verifyResult({ ...result, uuid: stored.uuid, hash: "" }).kind).toBe("unpaid");
  });
});
