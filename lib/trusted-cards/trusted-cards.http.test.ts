import { beforeAll, describe, expect, inject, it } from "vitest";
import { wordsOf } from "@/components/checkout/words/words-of";
import { signatureOf } from "@/lib/checkout/redirect";
import { db } from "@/lib/db/client";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { perMinute } from "@/lib/http/message/endpoint";
import { formatMinor } from "@/lib/kit/money";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import {
  agree,
  cardsCall,
  cardsPath,
  charge,
  checkoutOf,
  create,
  newLiveMerchant,
  parametersOf,
  storeCard,
  storedBy,
  vaultOf,
  verify,
} from "@/tests/support/http/card-requests";
import { readCheckout, showCheckout } from "@/tests/support/http/checkout-html";
import { call } from "@/tests/support/http/client";
import { act, asBrowser, cardFields, rowOf } from "@/tests/support/http/payments";
import * as contract from "./contract";

/** Tests of stored cards over HTTP. charge-card.http.test.ts covers charges. */
const { roomy, publicUrl } = inject("product");
const approved = "4111111111111111";
const declined = "4000000000000002";
const challenged = "4000000000003220";
const hidden = "*.**";
const words = wordsOf("en", "card_create");

let merchant: Merchant;
let liveMerchant: Merchant;
let other: Merchant;
beforeAll(async () => {
  merchant = await newMerchant({ platforms: ["TT", "BB"] });
  liveMerchant = await newLiveMerchant();
  other = await newMerchant();
});

const read = ({ token }: Merchant, path: string) => call(roomy, "GET", `/api${path}`, { token });
const transaction = async (who: Merchant, id: string, environment = "sandbox") =>
  (await read(who, `/transactions/${id}?environment=${environment}`)).body.data;
const message = async (reply: ReturnType<typeof create>) => {
  const { status, body } = await reply;
  return [status, body.message];
};
/** All amounts in a page with its data, except the public range of amounts and the missing fee. */
const amountsIn = (html: string) =>
  html
    .replace(/<(style|svg)[\s\S]*?<\/\1>/g, "")
    .replaceAll("USD 0.50 and 1.99", "")
    .replaceAll("0.00", "")
    .match(/\b\d\.\d\d\b/g);
const missing = [404, "Not Found"];
const unknown = [400, "The selected uuid is invalid."];

describe("storing a card", () => {
  it("storing a card accepts a bearer token or an API key, either page, and any platform of the account", async () => {
    const { key } = await newKey(merchant, ["svc-trusted-cards-create"]);
    for (const [who, fields, method, platform] of [
      [merchant, {}, "credit_card_co", "TT"],
      [merchant, { method: "credit_card_co", country_code: "BB" }, "credit_card_co", "BB"],
      [{ key }, { method: "3co_simple", environment: "" }, "3co_simple", "TT"],
    ] as const) {
      const reply = await create(who, fields);
      expect(reply.body).toEqual({
        message: "OK",
        url: expect.stringMatching(new RegExp(`^${publicUrl}/checkout/[\\w-]{40,}$`)),
        transaction_id: expect.stringMatching(/^SB-[0-9A-Z]{26}$/),
      });
      const { token, transactionId } = checkoutOf(reply);
      expect((await act(token, "state")).body).toMatchObject({
        ...{ state: "hosted", purpose: "card_create", environment: "sandbox", method, asks_email: true },
        ...{ currency: "USD", fee: "0.00", total: hidden, amount: hidden, stored_card: null },
      });
      expect(amountsIn((await showCheckout(token)).html)).toBeNull();
      const row = await rowOf(transactionId);
      expect([row.platform, formatMinor(row.total)]).toEqual([platform, expect.stringMatching(/^(0\.[5-9]|1\.\d)\d$/)]);
    }
  });

  it.each([
    [
      "a platform that is not the account's",
      { country_code: "JM" },
      "The country code is not enabled for this account.",
    ],
    ["the legacy method", { method: "credit_card" }, "The method must be one of credit_card_co, 3co_simple."],
    ["live if it is not enabled", { environment: "live" }, "Live payments are not enabled for this account."],
    ["a blank response_url", { response_url: " " }, "The response url field is required."],
    ["a relative response_url", { response_url: "/return" }, expect.stringContaining("must be an absolute address")],
    ["a user name in response_url", { response_url: "https://a@b.example" }, expect.stringContaining("a user name")],
    ["a response_url of ours", { response_url: `${publicUrl}/x` }, expect.stringContaining("of this service")],
    [
      "an overlong response_url",
      { response_url: `https://a.example/${"x".repeat(240)}` },
      expect.stringContaining("255"),
    ],
  ])("storing a card is refused with %s", async (_what, fields, expected) => {
    expect(await message(create(merchant, fields))).toEqual([400, expected]);
  });

  it("storing a card is refused without https in live, outside registered hosts, and if query and body disagree", async () => {
    const insecure = { environment: "live", response_url: "http://shop.example/" };
    expect(await message(create(liveMerchant, insecure))).toEqual([400, "The response url must use https."]);
    const query = cardsCall(merchant, "POST", "/?environment=live", { environment: "sandbox" });
    expect((await query).status).toBe(400);
    await db().merchantSettings.create({
      data: { accountNumber: other.accountNumber, responseHosts: ["other.example"] },
    });
    expect(await message(create(other))).toEqual([400, expect.stringContaining("that the merchant registered")]);
    await db().merchantSettings.delete({ where: { accountNumber: other.accountNumber } });
  });

  it("storing a card needs the customer's consent, and returns the uuid and no payment parameters", async () => {
    const { token, transactionId } = checkoutOf(await create(merchant));
    for (const consent of ["", "no"]) {
      const refused = await agree(token, approved, { consent });
      expect([refused.status, refused.body]).toEqual([
        400,
        expect.objectContaining({ errors: { consent: "required" } }),
      ]);
    }
    expect(await vaultOf(transactionId)).toEqual([]);
    const { body } = await agree(token, approved);
    expect(body).toMatchObject({ total: hidden, amount: hidden });
    const { uuid, amount } = await storedBy({ token, transactionId, url: "" });
    const { tw_signature: signature, ...parameters } = parametersOf(body);
    expect(parameters).toEqual({
      ...{ status: "success", transaction_id: transactionId, message: "[1-R00]: Transaction is approved." },
      ...{ uuid, total: amount },
    });
    const { signingSecret } = await merchantSecrets(merchant.accountNumber, "sandbox");
    expect(signature).toBe(signatureOf(parameters, signingSecret));
    expect(await vaultOf(transactionId)).toEqual(["kept"]);
  });

  it("without JavaScript a card is stored with the customer's consent alone, and the page links to the result", async () => {
    const { token, transactionId } = checkoutOf(await create(merchant));
    expect((await showCheckout(token)).part("consent")?.has("required")).toBe(true);
    const form = cardFields(approved, { email: "ada@example.com" });
    const refused = await act(token, "pay", { form, headers: asBrowser });
    expect([refused.status, readCheckout(refused.text).text]).toEqual([
      400,
      expect.stringContaining(words.problems.consent),
    ]);
    expect(await vaultOf(transactionId)).toEqual([]);
    expect((await act(token, "pay", { form: { ...form, consent: "yes" }, headers: asBrowser })).status).toBe(303);
    const page = await showCheckout(token);
    for (const text of [words.result.success, words.money.charged]) expect(page.text).toContain(text);
    expect(page.linksTo((await act(token, "state")).body.result?.redirect ?? "")).toBe(true);
  });

  it("a failed storing returns neither uuid nor amount, and the number is shredded", async () => {
    const { token, transactionId } = checkoutOf(await create(merchant));
    expect((await agree(token, declined)).body).toMatchObject({ state: "hosted", notice: "declined" });
    const { tw_signature: signature, ...parameters } = parametersOf((await act(token, "leave")).body);
    expect(parameters).toEqual({
      ...{ status: "failed", transaction_id: transactionId },
      message: "[2-R05]: Transaction is declined.",
      reasonDescription: "[2-R05]: Transaction is declined.",
      total: "0.00",
    });
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    expect(await vaultOf(transactionId)).toEqual(["shredded"]);
  });

  it("the stored card has the data of the approved card, not of one declined before", async () => {
    const checkout = checkoutOf(await create(merchant));
    await agree(checkout.token, declined, { card_name: "Grace Hopper" });
    await agree(checkout.token, "378282246310005", { card_name: "Ada King Lovelace", expiry: "4/2032" });
    const { uuid } = await storedBy(checkout);
    const { data } = (await cardsCall(merchant, "GET", `/${uuid}?environment=sandbox`)).body;
    expect(data).toEqual({
      ...{ uuid, card_type: "amex", pan: "***********0005", exp_mm: "04", exp_yy: "32", environment: "sandbox" },
      ...{ first_name: "Ada King", last_name: "Lovelace", verified: false },
      verify_expiry: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
    });
    const [hours] = [(Date.parse(data.verify_expiry) - Date.now()) / 3_600_000];
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
    expect(await vaultOf(checkout.transactionId)).toEqual(["kept", "shredded"]);
  });

  it("a card is stored once per idempotency key", async () => {
    const more = { headers: { "idempotency-key": "create-1" } };
    const first = await create(merchant, {}, more);
    const again = await create(merchant, {}, more);
    expect([again.text, again.headers["idempotency-replayed"]]).toEqual([first.text, "true"]);
    expect((await create(merchant, { method: "3co_simple" }, more)).status).toBe(422);
    expect((await create(other, {}, more)).body.transaction_id).not.toBe(first.body.transaction_id);
  });
});

describe("the micro-charge", () => {
  it("the micro-charge has its own transaction type, credits no balance, and cannot be refunded by the merchant", async () => {
    const balances = async () => (await read(merchant, "/user/?environment=sandbox")).body.data.balances;
    const before = await balances();
    const { transactionId, amount } = await storeCard(merchant);
    expect(await transaction(merchant, transactionId)).toMatchObject({
      ...{ type: "card_create", status: "success", currency: "USD", total: amount, original_total: amount },
      ...{ fee: "0.00", total_credited: "0.00", card: "XXXXXXXXXXXX1111", customer_email: "ada@example.com" },
    });
    expect(await balances()).toEqual(before);
    const { token } = merchant;
    const refund = await call(roomy, "POST", `/api/transactions/${transactionId}/refund?environment=sandbox`, {
      token,
    });
    expect([refund.status, refund.body.message]).toEqual([400, "A test charge is returned by itself."]);
  });

  it.each(["verified", "deleted"])(
    "in live the API shows the amount of the micro-charge once the card is %s, and no page, the bank's included, ever does",
    async (end) => {
      const { token, transactionId } = checkoutOf(await create(liveMerchant, { environment: "live" }));
      const amountNow = async () => formatMinor((await rowOf(transactionId)).total);
      const look = async () => {
        const history = (await read(liveMerchant, "/transactions/?environment=live")).body.data;
        const record = await transaction(liveMerchant, transactionId, "live");
        return [record.total, record.original_total, history[0].total, history[0].original_total];
      };
      const expectNoneOnPage = async () => {
        expect((await act(token, "state")).body).toMatchObject({ total: hidden, amount: hidden });
        expect(amountsIn((await showCheckout(token)).html)).toBeNull();
      };
      const expectNoAmount = async () => {
        expect(await look()).toEqual(Array(4).fill(hidden));
        await expectNoneOnPage();
      };
      await expectNoAmount();
      const { html, text } = await showCheckout(token);
      expect([html, text]).toEqual([
        expect.stringContaining(`<span aria-hidden="true">${hidden}</span>`),
        expect.stringContaining(words.summary.hidden),
      ]);
      expect((await agree(token, challenged)).body.state).toBe("challenged");
      const { text: bankPage } = await act(token, "challenge");
      expect(bankPage.replace(/<style.*<\/style>/s, "")).not.toContain(await amountNow());
      await expectNoAmount();
      await act(token, "challenge/cancel");
      const { body } = await agree(token, approved);
      const { uuid } = await storedBy({ token, transactionId, url: "" });
      const amount = await amountNow();
      expect(Object.keys(parametersOf(body)).sort()).toEqual([
        "message",
        "status",
        "transaction_id",
        "tw_signature",
        "uuid",
      ]);
      await expectNoAmount();
      if (end === "verified") expect((await verify(liveMerchant, uuid, amount, "live")).status).toBe(200);
      else expect((await cardsCall(liveMerchant, "DELETE", `/${uuid}`)).status).toBe(200);
      expect(await look()).toEqual(Array(4).fill(amount));
      await expectNoneOnPage();
      expect(parametersOf((await act(token, "state")).body)).not.toHaveProperty("total");
    },
  );
});

describe("stored cards", () => {
  it("stored cards are listed by environment, newest first, in pages", async () => {
    const shop = await newLiveMerchant();
    const list = async (query: string) => (await cardsCall(shop, "GET", `/?${query}`)).body;
    expect(await list("")).toMatchObject({ data: [], meta: { total: 0, from: null, to: null } });
    const live = await storeCard(shop, { environment: "live", number: "5555555555554444" });
    const uuids: string[] = [];
    for (const number of [approved, "6011111111111117", "2223003122003222"]) {
      uuids.unshift((await storeCard(shop, { number })).uuid);
    }
    expect((await list("")).data).toMatchObject([{ uuid: live.uuid, environment: "live", pan: "************4444" }]);
    const { message: ok, data, links, meta } = await list("environment=sandbox&page_size=2");
    expect([ok, data.map(({ uuid }: { uuid: string }) => uuid)]).toEqual(["OK", uuids.slice(0, 2)]);
    expect(data[0]).toEqual((await cardsCall(shop, "GET", `/${uuids[0]}?environment=sandbox`)).body.data);
    const path = `${publicUrl}${cardsPath}/`;
    const page = (number: number) => `${path}?environment=sandbox&page_size=2&page=${number}`;
    expect(links).toEqual({ first: page(1), last: page(2), prev: null, next: page(2) });
    expect(meta).toEqual({ current_page: 1, from: 1, last_page: 2, path, per_page: 2, to: 2, total: 3 });
    expect((await list("environment=sandbox&page=2&page_size=2")).data).toMatchObject([{ uuid: uuids[2] }]);
    const { key } = await newKey(shop, ["svc-trusted-cards-retrieve"]);
    expect((await cardsCall({ key }, "GET", "/")).body.meta.total).toBe(3);
    expect((await cardsCall({ key }, "GET", "/?environment=live")).status).toBe(403);
  });

  it("cards of another merchant or environment answer like unknown ones", async () => {
    const sandbox = await storeCard(liveMerchant, { isVerified: true });
    const live = await storeCard(liveMerchant, { environment: "live", isVerified: true });
    for (const [who, uuid, environment] of [
      [other, sandbox.uuid, "sandbox"],
      [liveMerchant, sandbox.uuid, "live"],
      [liveMerchant, live.uuid, "sandbox"],
      [liveMerchant, "0199a000-0000-7000-8000-000000000000", "sandbox"],
      [liveMerchant, "x", "sandbox"],
    ] as const) {
      const path = `/${uuid}?environment=${environment}`;
      expect(await message(cardsCall(who, "GET", path))).toEqual(missing);
      expect(await message(cardsCall(who, "DELETE", path))).toEqual(missing);
      expect(await message(verify(who, uuid, "1.00", environment))).toEqual(unknown);
      expect(await message(charge(who, uuid, { environment }))).toEqual(unknown);
    }
    expect((await cardsCall(liveMerchant, "GET", `/${live.uuid}`)).body.data.verified).toBe(true);
  });

  it("a card is deleted once, with its number", async () => {
    const { uuid, transactionId } = await storeCard(merchant);
    const { key } = await newKey(merchant, ["svc-trusted-cards-delete"]);
    const reply = await cardsCall({ key }, "DELETE", `/${uuid}`);
    expect([reply.status, reply.body]).toEqual([200, { message: "OK" }]);
    expect(await vaultOf(transactionId)).toEqual(["shredded"]);
    expect(await message(cardsCall(merchant, "DELETE", `/${uuid}`, { environment: "sandbox" }))).toEqual(missing);
    expect(await message(cardsCall(merchant, "GET", `/${uuid}?environment=sandbox`))).toEqual(missing);
  });

  it("each endpoint of stored cards allows 15 requests per minute", () => {
    const limits = Object.values(contract).flatMap((one) => ("limit" in one ? [one.limit] : []));
    expect(limits).toEqual(Array(6).fill(perMinute(15)));
  });
});
