import { describe, expect, it } from "vitest";
import { totalOf } from "./catalogue";
import { readChoices } from "./choices";
import { changeOrder, findOrder, openOrder } from "./orders";
import { paymentFields } from "./payment-request";
import { resultWordsFor } from "./result-words";
import { type Result, shopHashOf, verifyResult } from "./verify-result";

const form = (fields: Record<string, string>) => new URLSearchParams({ currency: "TTD", ...fields });
let lastTransaction = 0;

function paidOrder(fields: Record<string, string> = { "quantity-pepper-sauce": "1" }) {
  const order = openOrder(readChoices(form(fields)));
  lastTransaction += 1;
  const transactionId = `SB-${String(lastTransaction).padStart(25, "0")}A`;
  // A browser that posts the request itself does not tell the shop the id.
  if (order.way !== "form") changeOrder(order.id, { transactionId });
  const result = {
    status: "success",
    transaction_id: transactionId,
    order_id: order.id,
    currency: "TTD",
    total: "48.28",
    hash: shopHashOf(transactionId, order.total),
  };
  return { order, transactionId, result };
}

const kindOf = (result: Result, isSigned = true) => verifyResult(result, isSigned)?.kind ?? "order_unknown";

const resultOf = (transactionId: string) => ({
  status: "success",
  transaction_id: transactionId,
  currency: "TTD",
  total: "45.00",
  hash: shopHashOf(transactionId, "45.00"),
});

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
    expect(shopHashOf("SB-12-1-oid_123-aBc-20210616024001", "10.00")).toBe("3d34d20260f7433ceee277e9ed9166a3");
  });

  it("pays the order it belongs to, and shows the same when it is loaded again", () => {
    const { result } = paidOrder();
    expect(kindOf(result)).toBe("paid");
    expect(kindOf(result)).toBe("paid");
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
    expect(kindOf({ ...paidOrder().result, ...change })).toBe(kind);
  });

  it.each(["redirect", "iframe", "form"])("with a wrong tw_signature does not pay an order placed by %s", (way) => {
    const { result } = paidOrder({ "quantity-pepper-sauce": "1", way });
    expect(kindOf(result, false)).toBe("signature_wrong");
    expect(kindOf(result, true)).toBe("paid");
  });

  it("of one order does not pay another of the same total", () => {
    const { result } = paidOrder();
    const { order } = paidOrder();
    expect(kindOf({ ...result, order_id: order.id })).toBe("order_wrong");
  });

  it("of a browser's form post pays one order only", () => {
    const [first, second] = [1, 2].map(() =>
      openOrder(readChoices(form({ "quantity-pepper-sauce": "1", way: "form" }))),
    );
    if (!first || !second) throw new Error("two orders were opened");
    const result = resultOf("SB-FORM000000000000000000000A");
    expect(kindOf({ ...result, order_id: first.id })).toBe("paid");
    expect(findOrder(first.id)?.transactionId).toBe("SB-FORM000000000000000000000A");
    expect(kindOf({ ...result, order_id: second.id })).toBe("order_wrong");
  });

  it.each(["SB-FORM0000000000000000000009", "SB-FORM00000000000000000000A1", "", "x"])(
    "of a browser's form post does not pay when its transaction id is %j",
    (transactionId) => {
      const order = openOrder(readChoices(form({ "quantity-pepper-sauce": "1", way: "form" })));
      expect(kindOf({ ...resultOf(transactionId), order_id: order.id })).toBe("order_wrong");
    },
  );

  it("without a hash is neutral when it is signed, and alarming when it is not", () => {
    const { result } = paidOrder();
    const { hash: _, ...failed } = { ...result, status: "failed" };
    const tones = [true, false].map((isSigned) => {
      const verdict = verifyResult(failed, isSigned);
      return verdict && resultWordsFor(verdict, failed).tone;
    });
    expect(tones).toEqual(["neutral", "bad"]);
  });
});
