import { afterEach, describe, expect, it } from "vitest";
import { env, extendEnv } from "@/lib/kit/env";
import { totalOf } from "./catalogue";
import { addressIn, choicesOfPage, readChoices } from "./choices";
import { openOrder, openPayPage, orderOfId, payPageOf } from "./orders";
import { paymentFields } from "./payment-request";

const form = (fields: Record<string, string>) => new URLSearchParams({ currency: "TTD", ...fields });
const order = (fields: Record<string, string> = {}) =>
  openOrder(readChoices(form({ "quantity-pepper-sauce": "1", ...fields })));

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
    const { searchParams } = new URL(
      addressIn("JMD", { cart: { hammock: 2 }, environment: "sandbox" }),
      "http://shop.test",
    );
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
    expect(fields.order_id).toMatch(/^demo-[0-9a-z]{24}$/);
    expect(Object.values(fields)).not.toContain("");
  });
});

/** Every text that differs from this one in a single character. */
const changesOf = (text: string): string[] =>
  [...text].map((character, at) => text.slice(0, at) + (character === "0" ? "1" : "0") + text.slice(at + 1));

describe("an order id", () => {
  const { APP_SECRET = "" } = env();
  afterEach(() => void extendEnv({ APP_SECRET }));

  it.each(["TTD", "JMD", "BBD", "XCD", "GYD", "USD"])("contains the total of an order in %s", (currency) => {
    const { id, total, environment } = order({ currency, "quantity-hammock": "5", "quantity-cocoa-tea": "5" });
    expect(orderOfId(id)).toEqual({ id, total, currency, environment });
  });

  it("is another one for each order, even of the same cart", () => {
    expect(new Set(Array.from({ length: 100 }, () => order().id)).size).toBe(100);
  });

  it("is none of the shop if a character of it was changed, or if it is another text", () => {
    const { id } = order();
    const wrong = [...changesOf(id), "", "demo-", `${id}0`, id.toUpperCase(), "order-1", "demo-00000000"];
    for (const text of wrong) expect([text, orderOfId(text)]).toEqual([text, null]);
  });

  it("is known as long as APP_SECRET contains the secret that signed it", () => {
    const [former, next] = ["the-old-secret-0123456789-abcdefghijk", "the-new-secret-0123456789-abcdefghijk"];
    extendEnv({ APP_SECRET: former });
    const { id } = order();
    extendEnv({ APP_SECRET: `2:${next} 1:${former}` });
    expect(orderOfId(id)).not.toBeNull();
    extendEnv({ APP_SECRET: next });
    expect(orderOfId(id)).toBeNull();
  });
});

describe("an order in live", () => {
  afterEach(() => void extendEnv({ GATEWAY_EMULATOR: "" }));

  it("is possible at the gateway emulator only, for the merchant of the live demo", () => {
    const sandboxed = order({ environment: "live" });
    expect(paymentFields(sandboxed)).toMatchObject({ environment: "sandbox", account_number: "1234567892" });
    extendEnv({ GATEWAY_EMULATOR: "http://127.0.0.1:3099" });
    const live = order({ environment: "live" });
    expect(paymentFields(live)).toMatchObject({ environment: "live", account_number: "1234567899" });
    expect(orderOfId(live.id)).toMatchObject({ environment: "live" });
    expect(paymentFields(order())).toMatchObject({ environment: "sandbox" });
    extendEnv({ GATEWAY_EMULATOR: "" });
    expect(orderOfId(live.id)).toBeNull();
  });

  it("stays in live when the currency is changed", () => {
    expect(addressIn("JMD", { cart: {}, environment: "live" })).toContain("environment=live");
  });
});

describe("the address of the payment step", () => {
  const sealedIn = (address: string) => new URL(address, "http://shop.test").searchParams.get("order") ?? "";

  it("contains the order and what became of its payment request", () => {
    const placed = { ...order({ way: "iframe", phone: "+18686221234" }), checkoutUrl: "http://pay.test/checkout/1" };
    expect(openPayPage(sealedIn(payPageOf(placed)))).toEqual(placed);
  });

  it("contains no order if it was cut or changed", () => {
    const sealed = Buffer.from(sealedIn(payPageOf(order())), "base64url");
    const changed = [...sealed.keys()].map((at) => Buffer.from(sealed).fill((sealed[at] ?? 0) ^ 1, at, at + 1));
    for (const bytes of [...changed, sealed.subarray(1), sealed.subarray(0, -1), Buffer.from("")]) {
      expect(openPayPage(bytes.toString("base64url"))).toBeNull();
    }
  });
});
