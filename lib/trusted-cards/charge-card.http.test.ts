import { beforeAll, describe, expect, inject, it } from "vitest";
import { wordsOf } from "@/components/checkout/words/words-of";
import { hashOf, signatureOf } from "@/lib/checkout/redirect";
import { db } from "@/lib/db/client";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import {
  cardsCall,
  charge,
  checkoutOf,
  newLiveMerchant,
  parametersOf,
  type StoredCard,
  storeCard,
} from "@/tests/support/http/card-requests";
import { showCheckout } from "@/tests/support/http/checkout-html";
import { call } from "@/tests/support/http/client";
import {
  act,
  asBrowser,
  chargesOf,
  minimalFields,
  pay,
  returnFromBank,
  rowOf,
  send,
  simulate,
  tokenOf,
  uniqueOrder,
  visitBank,
} from "@/tests/support/http/payments";

/** Tests of charging stored cards. The hosted page asks only for the security code. */
const { roomy } = inject("product");
const words = wordsOf("en");
let merchant: Merchant;
let card: StoredCard;
/** A stored card whose bank requires a 3DS challenge for every charge. */
let challenged: StoredCard;
beforeAll(async () => {
  merchant = await newMerchant({ platforms: ["TT", "JM"] });
  card = await storeCard(merchant, { isVerified: true });
  challenged = await storeCard(merchant, { number: "4000000000003220", isVerified: true });
});

const open = async (fields = {}, { uuid } = card) => checkoutOf(await charge(merchant, uuid, fields));
const enter = (token: string, cvc: string) => act(token, "pay", { json: { cvc } });
const message = async (reply: ReturnType<typeof charge>) => {
  const { status, body } = await reply;
  return [status, body.message];
};
/** Counts the approved charges of a transaction in the acquirer's records. */
const approvals = async (transactionId: string) =>
  (await chargesOf(transactionId)).filter(({ code }) => code === "00").length;
const age = (uuid: string) => db().trustedCard.update({ where: { uuid }, data: { expiryMonth: 10, expiryYear: 2026 } });

describe("a charge", () => {
  it("a charge accepts a bearer token or an API key, and either page", async () => {
    const { key } = await newKey(merchant, ["svc-trusted-cards-charge-request"]);
    for (const [who, fields, method, platform, origin] of [
      [merchant, {}, "credit_card_co", "TT", "trusted-cards"],
      [merchant, { country_code: "JM", currency: "USD", origin: "Till 3 · Kingston" }, "credit_card_co", "JM", null],
      [{ key }, { method: "3co_simple", environment: "" }, "3co_simple", "TT", "trusted-cards"],
    ] as const) {
      const { token, transactionId } = checkoutOf(await charge(who, card.uuid, fields));
      expect((await act(token, "state")).body).toMatchObject({
        ...{ state: "hosted", purpose: "card_charge", environment: "sandbox", method, asks_email: false, avs: false },
        stored_card: { network: "visa", last4: "1111", expiry: "04/31" },
      });
      expect(await rowOf(transactionId)).toMatchObject({ platform, origin: origin ?? "Till 3 · Kingston" });
    }
  });

  it("a charge redirects a browser's form navigation, and answers other clients with JSON", async () => {
    const form = { environment: "sandbox", currency: "TTD", fee_structure: "split", total: "10.00" };
    const sendForm = (headers: Record<string, string>, total = form.total) =>
      call(roomy, "POST", `/api/trusted-cards/${card.uuid}/charge`, {
        form: { ...form, total, order_id: uniqueOrder(), response_url: "https://shop.example/return" },
        token: merchant.token,
        headers,
      });
    const browser = await sendForm(asBrowser);
    expect([browser.status, browser.text, browser.headers.location]).toEqual([
      303,
      "",
      expect.stringContaining("/checkout/"),
    ]);
    expect((await sendForm({ ...asBrowser, "sec-fetch-mode": "cors" })).status).toBe(200);
    expect((await sendForm(asBrowser, "0.01")).body.message).toMatch(/^The total must be/);
    const created = await call(roomy, "POST", "/api/trusted-cards", {
      form: { environment: "sandbox", response_url: "https://shop.example/return" },
      token: merchant.token,
      headers: asBrowser,
    });
    expect([created.status, created.headers.location]).toEqual([303, expect.stringContaining("/checkout/")]);
  });

  it("a charge asks only for the security code, and returns like a payment", async () => {
    const order_id = uniqueOrder();
    const { token, transactionId } = await open({ order_id, data: "a b&c" });
    const { body } = await enter(token, "123");
    const { tw_signature: signature, ...parameters } = parametersOf(body);
    const { hashKey, signingSecret } = await merchantSecrets(merchant.accountNumber, "sandbox");
    expect(parameters).toEqual({
      ...{ status: "success", transaction_id: transactionId, message: "[1-R00]: Transaction is approved.", order_id },
      ...{ total: "12.05", currency: "TTD", fee_structure: "customer_pay", card: "XXXXXXXXXXXX1111", data: "a b&c" },
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      hash: hashOf(transactionId, 1000n, hashKey),
    });
    expect(signature).toBe(signatureOf(parameters, signingSecret));
    const path = `/api/transactions/${transactionId}?environment=sandbox`;
    expect((await call(roomy, "GET", path, { token: merchant.token })).body.data).toMatchObject({
      ...{ type: "card_charge", total: "12.05", original_total: "10.00", fee: "2.05", total_credited: "10.00" },
      ...{ customer_name: "Ada Lovelace", customer_email: "ada@example.com", card_type: "visa" },
    });
    expect(await approvals(transactionId)).toBe(1);
  });

  it("without JavaScript a charge is paid by its code, and the page links to the shop's result", async () => {
    const { token } = await open();
    const { status } = await act(token, "pay", { form: { cvc: "123" }, headers: asBrowser });
    const page = await showCheckout(token);
    expect([status, page.linksTo((await act(token, "state")).body.result?.redirect ?? "")]).toEqual([303, true]);
    for (const text of [words.result.success, words.money.charged]) expect(page.text).toContain(text);
  });

  it("a missing code or one of the wrong length is reported at its field", async () => {
    const amex = await storeCard(merchant, { number: "378282246310005", isVerified: true });
    for (const [stored, codes, right] of [
      [card, ["12", "1234", "12a", "12345"], "123"],
      [amex, ["123", "12345"], "1234"],
    ] as const) {
      const { token } = await open({}, stored);
      for (const cvc of codes) {
        const { status, body } = await enter(token, cvc);
        expect([cvc, status, body]).toEqual([cvc, 400, expect.objectContaining({ errors: { cvc: "cvc_invalid" } })]);
      }
      expect(await act(token, "pay", { json: {} })).toMatchObject({
        status: 400,
        body: { errors: { cvc: "required" } },
      });
      expect((await enter(token, right)).body.money).toBe("charged");
    }
  });

  it("the stored card is charged even if the page sends another one", async () => {
    const { token, transactionId } = await open();
    await pay(token, "5555555555554444", { card_name: "Eve", email: "eve@example.com" });
    expect(await rowOf(transactionId)).toMatchObject({ card: "XXXXXXXXXXXX1111", email: "ada@example.com" });
  });

  it("a declined charge returns to the form and may be repeated", async () => {
    const { token, transactionId } = await open();
    await simulate(token, { gateway: "decline" });
    const declined = await enter(token, "123");
    expect(declined.body).toMatchObject({ state: "hosted", notice: "declined", tries_left: 4, money: "not_charged" });
    expect(declined.body.stored_card).not.toBeNull();
    await simulate(token, { gateway: "approve" });
    expect((await enter(token, "123")).body).toMatchObject({ money: "charged" });
    expect(await approvals(transactionId)).toBe(1);
  });

  it("a charge includes a challenge if the bank requires it", async () => {
    const { token, transactionId } = await open({}, challenged);
    expect((await enter(token, "123")).body).toMatchObject({ state: "challenged", money: "not_charged" });
    await returnFromBank(await visitBank(token));
    expect((await act(token, "state")).body).toMatchObject({ state: "finalised", money: "charged" });
    expect(await approvals(transactionId)).toBe(1);
  });

  it("a charge is opened once per idempotency key", async () => {
    const fields = { order_id: uniqueOrder() };
    const more = { headers: { "idempotency-key": "charge-1" } };
    const first = await charge(merchant, card.uuid, fields, more);
    const again = await charge(merchant, card.uuid, fields, more);
    expect([again.text, again.headers["idempotency-replayed"]]).toEqual([first.text, "true"]);
    expect((await charge(merchant, card.uuid, { ...fields, total: "11.00" }, more)).status).toBe(422);
  });
});

describe("a charge is refused", () => {
  it.each([
    ["below the currency's minimum", { total: "4.99" }, expect.stringMatching(/^The total /)],
    ["in a currency of another platform", { currency: "JMD" }, "The currency is not available in TT."],
    ["on a platform that is not the account's", { country_code: "BB" }, expect.stringMatching(/^The country code /)],
    ["with an invalid order id", { order_id: "-a" }, expect.stringMatching(/^The order id /)],
    ["without an order id", { order_id: "" }, "The order id field is required."],
    ["with too long an origin", { origin: "x".repeat(65) }, expect.stringMatching(/^The origin /)],
    ["with an invalid response_url", { response_url: "nowhere" }, expect.stringMatching(/^The response url /)],
  ])("%s", async (_why, fields, expected) => {
    expect(await message(charge(merchant, card.uuid, fields))).toEqual([400, expected]);
  });

  it("for an unverified card", async () => {
    const { uuid } = await storeCard(merchant);
    expect(await message(charge(merchant, uuid))).toEqual([400, "The card has not been verified."]);
  });

  it("for an expired card, also on an open page, and the card can still be deleted", async () => {
    const { uuid } = await storeCard(merchant, { isVerified: true });
    const { token, transactionId } = checkoutOf(await charge(merchant, uuid));
    await age(uuid);
    expect(await message(charge(merchant, uuid))).toEqual([400, "The card has expired."]);
    const { body } = await enter(token, "123");
    expect(body).toMatchObject({ state: "finalised", money: "not_charged", notice: "card_expired" });
    expect(parametersOf(body)).toMatchObject({ status: "failed", total: "0.00" });
    expect(await chargesOf(transactionId)).toEqual([]);
    expect((await cardsCall(merchant, "DELETE", `/${uuid}`, { environment: "sandbox" })).status).toBe(200);
  });

  it("for a deleted card, and the next submit of an open page ends its session", async () => {
    const { uuid } = await storeCard(merchant, { isVerified: true });
    const { token, transactionId } = checkoutOf(await charge(merchant, uuid));
    await cardsCall(merchant, "DELETE", `/${uuid}?environment=sandbox`);
    expect((await act(token, "state")).body).toMatchObject({ state: "hosted" });
    const { status, body } = await enter(token, "123");
    expect([status, body.state, body.money, body.notice]).toEqual([200, "finalised", "not_charged", "card_gone"]);
    expect(parametersOf(body)).toMatchObject({
      ...{ status: "failed", total: "0.00", message: "[2-RCG]: The card is no longer stored." },
    });
    expect(parametersOf(body)).not.toHaveProperty("hash");
    const page = await showCheckout(token);
    for (const text of [words.notices.card_gone.title, words.result.failed, words.money.not_charged]) {
      expect(page.text).toContain(text);
    }
    expect(await chargesOf(transactionId)).toEqual([]);
    expect(await message(charge(merchant, uuid))).toEqual([400, "The selected uuid is invalid."]);
  });

  it("or goes through if the card is deleted at the same moment", async () => {
    const rounds = Array.from({ length: inject("isDeep") ? 12 : 4 }, async () => {
      const { uuid } = await storeCard(merchant, { isVerified: true });
      const { token, transactionId } = checkoutOf(await charge(merchant, uuid));
      const [{ status, body }, deleted] = await Promise.all([
        enter(token, "123"),
        cardsCall(merchant, "DELETE", `/${uuid}?environment=sandbox`),
      ]);
      expect([status, deleted.status]).toEqual([200, 200]);
      expect(["charged", "not_charged"]).toContain(body.money);
      expect(await approvals(transactionId)).toBe(body.money === "charged" ? 1 : 0);
    });
    await Promise.all(rounds);
  });

  it("for a sandbox card in live and a live card in sandbox", async () => {
    const shop = await newLiveMerchant();
    const sandbox = await storeCard(shop, { isVerified: true });
    const live = await storeCard(shop, { environment: "live", isVerified: true });
    for (const [{ uuid }, environment, another] of [
      [sandbox, "sandbox", "live"],
      [live, "live", "sandbox"],
    ] as const) {
      expect(await message(charge(shop, uuid, { environment: another }))).toEqual([
        400,
        "The selected uuid is invalid.",
      ]);
      const { token } = checkoutOf(await charge(shop, uuid, { environment }));
      expect((await enter(token, "123")).body).toMatchObject({ environment, money: "charged" });
    }
  });
});

describe("an order", () => {
  const origin = "tests";
  const request = (order_id: string) => send(minimalFields(merchant.accountNumber, { order_id, origin }));
  const chargeOf = (order_id: string, { uuid } = card) => charge(merchant, uuid, { order_id, origin });
  const paid = [400, "This order has already been paid."];
  const busy = [400, "This order is being confirmed."];

  it("an order paid with a stored card or by a payment request cannot be paid the other way", async () => {
    const [first, second] = [uniqueOrder(), uniqueOrder()];
    await pay(tokenOf((await request(first)).body.url), "4111111111111111");
    expect(await message(chargeOf(first))).toEqual(paid);
    await enter(checkoutOf(await chargeOf(second)).token, "123");
    expect(await message(request(second))).toEqual(paid);
    expect(await message(chargeOf(second))).toEqual(paid);
    // The same order id with another origin is another order.
    expect((await charge(merchant, card.uuid, { order_id: second })).status).toBe(200);
  });

  it("an order being paid one way is busy for the other, and of two open pages one is charged", async () => {
    const order = uniqueOrder();
    const [payment, stored] = [
      tokenOf((await request(order)).body.url),
      checkoutOf(await chargeOf(order, challenged)).token,
    ];
    expect((await pay(payment, "4000000000003220")).body.state).toBe("challenged");
    expect(await message(chargeOf(order))).toEqual(busy);
    expect((await enter(stored, "123")).body).toMatchObject({ state: "hosted", notice: "order_busy" });
    await act(payment, "challenge/cancel");
    expect((await enter(stored, "123")).body.state).toBe("challenged");
    expect(await message(request(order))).toEqual(busy);
    expect((await pay(payment, "4111111111111111")).body).toMatchObject({ state: "hosted", notice: "order_busy" });
    await returnFromBank(await visitBank(stored));
    expect((await act(stored, "state")).body.money).toBe("charged");
    expect((await pay(payment, "4111111111111111")).body).toMatchObject({ money: "not_charged", notice: "order_paid" });
  });
});
