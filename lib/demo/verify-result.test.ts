import { describe, expect, it } from "vitest";
import { totalOf } from "./catalogue";
import { addressIn, choicesOfPage, readChoices } from "./choices";
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
    total: "73.28",
    hash: shopHashOf(transactionId, order.total),
  };
  return { order, transactionId, result };
}

const kindOf = (result: Result, isSigned = true) => verifyResult(result, isSigned)?.kind ?? "order_unknown";

const resultOf = (transactionId: string) => ({
  status: "success",
  transaction_id: transactionId,
  currency: "TTD",
  total: "70.00",
  hash: shopHashOf(transactionId, "70.00"),
});

describe("the cart", () => {
  it("has the shop's prices and its delivery, whatever the browser sends", () => {
    const choices = readChoices(
      form({ "quantity-pepper-sauce": "2", "quantity-hammock": "1", total: "0.01", price: "0" }),
    );
    expect(totalOf(choices.cart, choices.currency)).toBe(625_00n);
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

describe("the shop's address", () => {
  it("begins with a filled cart, and keeps an emptied cart empty", () => {
    expect(choicesOfPage({}).cart).toEqual({ "pepper-sauce": 2, "cocoa-tea": 1 });
    const emptied = { "quantity-pepper-sauce": "0", "quantity-cocoa-tea": "0", "quantity-hammock": "0" };
    expect(choicesOfPage(emptied).cart).toEqual({});
  });

  it("takes the last quantity, which is that of the pressed button", () => {
    expect(choicesOfPage({ "quantity-hammock": ["1", "2"] }).cart).toEqual({ hammock: 2 });
  });

  it("keeps the cart in another currency, and takes its country", () => {
    const { searchParams } = new URL(addressIn("JMD", { hammock: 2 }), "http://shop.test");
    expect(choicesOfPage(Object.fromEntries(searchParams))).toMatchObject({
      cart: { hammock: 2 },
      currency: "JMD",
      country: "JM",
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
      total: "21.25",
      avs: "1",
      environment: "sandbox",
    });
    expect(fields.order_id).toMatch(/^demo-[0-9a-z]{8}$/);
    expect(Object.values(fields)).not.toContain("");
  });
});

describe("a result", () => {
  it("has the MD5 hash of the transaction id, the total and the shop's own key", () => {
    expect(shopHashOf("SB-12-1-oid_123-aBc-20210616024001", "10.00")).toBe("01835af0cc27452da661d2980156b57c");
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
    ["less than the requested total", { total: "69.99" }, "order_wrong"],
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

  it("of a refused payment request, which is never signed, is shown as neutral", () => {
    const { order } = paidOrder();
    const refused = { status: "error", order_id: order.id, reasonDescription: "The total field is required." };
    const verdict = verifyResult(refused, false);
    expect(verdict && resultWordsFor(verdict, refused)).toMatchObject({
      title: "Your order is not paid",
      tone: "neutral",
    });
  });
});
