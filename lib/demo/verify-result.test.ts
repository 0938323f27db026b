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
  // If the browser posted the payment request as a form, the shop does not know the transaction id yet.
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
  it("has the shop's prices, whatever the browser sends", () => {
    const choices = readChoices(
      form({ "quantity-pepper-sauce": "2", "quantity-hammock": "1", total: "0.01", price: "0" }),
    );
    expect(totalOf(choices.cart, choices.currency)).toBe(600_00n);
  });

  it.each(["-1", "1.5", "NaN", "", "1e9x"])("ignores a quantity of %s", (quantity) => {
    expect(readChoices(form({ "quantity-hammock": quantity })).cart).toEqual({});
  });

  it("limits quantities, and falls back to offered options", () => {
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
  it("has a new order_id, the shop's total and no blank fields", () => {
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
  it("matches the hash of the test vector", () => {
    expect(shopHashOf("SB-12-1-oid_123-aBc-20210616024001", "10.00")).toBe("3d34d20260f7433ceee277e9ed9166a3");
  });

  it("marks its order as paid, and shows the same when it is loaded again", () => {
    const { result } = paidOrder();
    expect(kindOf(result)).toBe("paid");
    expect(kindOf(result)).toBe("paid");
  });

  it.each([
    ["a failure, even with a hash", { status: "failed" }, "unpaid"],
    ["a success without a hash", { hash: "" }, "unpaid"],
    ["a wrong hash", { hash: "3d34d20260f7433ceee277e9ed9166a3" }, "hash_wrong"],
    ["another currency", { currency: "USD" }, "order_wrong"],
    ["less than the requested total", { total: "44.99" }, "order_wrong"],
    ["no total", { total: "" }, "order_wrong"],
    ["an unknown order", { order_id: "demo-00000000" }, "order_unknown"],
  ])("with %s does not mark the order as paid", (_what, change, kind) => {
    expect(kindOf({ ...paidOrder().result, ...change })).toBe(kind);
  });

  it.each(["redirect", "iframe", "form"])(
    "with a wrong tw_signature does not mark an order placed by %s as paid",
    (way) => {
      const { result } = paidOrder({ "quantity-pepper-sauce": "1", way });
      expect(kindOf(result, false)).toBe("signature_wrong");
      expect(kindOf(result, true)).toBe("paid");
    },
  );

  it("of one order does not mark another order of the same total as paid", () => {
    const { result } = paidOrder();
    const { order } = paidOrder();
    expect(kindOf({ ...result, order_id: order.id })).toBe("order_wrong");
  });

  it("of a browser's form post marks only one order as paid", () => {
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
    "of a browser's form post with the transaction id %j does not mark the order as paid",
    (transactionId) => {
      const order = openOrder(readChoices(form({ "quantity-pepper-sauce": "1", way: "form" })));
      expect(kindOf({ ...resultOf(transactionId), order_id: order.id })).toBe("order_wrong");
    },
  );

  it("without a hash is shown as neutral if it is signed, and as suspicious if it is not", () => {
    const { result } = paidOrder();
    const { hash: _, ...failed } = { ...result, status: "failed" };
    const tones = [true, false].map((isSigned) => {
      const verdict = verifyResult(failed, isSigned);
      return verdict && resultWordsFor(verdict, failed).tone;
    });
    expect(tones).toEqual(["neutral", "bad"]);
  });
});
