import { beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { newUlid } from "@/lib/kit/ids";
import { giveOpeningBalance } from "@/lib/ledger/post";
import type { Currency } from "@/lib/reference/currencies";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { call, type Reply } from "@/tests/support/http/client";
import { act, openCheckout, pay, uniqueOrder } from "@/tests/support/http/payments";

const { roomy, publicUrl } = inject("product");
const approved = "4111111111111111";
const declined = "4000000000000002";

let merchant: Merchant;
let paid: string;
const order = uniqueOrder();
const data = '{"cart": 7, "note": "Zoë → 🍍 \\n\\"quoted\\""}';

const transactions = (
  method: string,
  path: string,
  who: { token?: string; key?: string } = merchant,
  json?: object,
): Promise<Reply> => call(roomy, method, `/api/transactions${path}`, { ...who, ...(json && { json }) });

beforeAll(async () => {
  merchant = await newMerchant({ platforms: ["TT", "JM"] });
  const checkout = await openCheckout(merchant.accountNumber, {
    order_id: order,
    data,
    name: "Ada King Lovelace",
  });
  paid = checkout.transactionId;
  await pay(checkout.token, approved, {
    phone: "+18685550123",
    address1: "1 Bay Street",
    city: "Arima",
    country: "TT",
    state: "TT-ARI",
  });
});

describe("a transaction", () => {
  it("a transaction has the record of the interface, with its data unchanged", async () => {
    const { status, body } = await transactions("GET", `/${paid}?environment=sandbox`);
    expect(status).toBe(200);
    expect(body).toEqual({
      message: "OK",
      data: {
        transaction_id: paid,
        status: "success",
        status_desc: "The payment was made.",
        message: "[1-R00]: Transaction is approved.",
        order_id: order,
        payment_link_id: null,
        origin: "tests",
        environment: "sandbox",
        method: "credit_card_co",
        type: "payment",
        currency: "TTD",
        total: "12.05",
        original_total: "10.00",
        fee: "2.05",
        total_credited: "10.00",
        fee_structure: "customer_pay",
        card: "XXXXXXXXXXXX1111",
        card_type: "visa",
        customer_name: "Ada King Lovelace",
        customer_email: "customer@example.com",
        customer_phone: "+18685550123",
        customer_address: "1 Bay Street, Arima, TT-ARI, TT",
        data,
        date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        refund: null,
        refunds: [],
        chargeback: null,
        fraud_confirmed_at: null,
        avs: null,
        reference: expect.stringMatching(/^\w{6}$/),
      },
    });
  });

  it("a transaction is incomplete until it ends, and a failed one debits and credits nothing", async () => {
    const checkout = await openCheckout(merchant.accountNumber);
    const read = async () => (await transactions("GET", `/${checkout.transactionId}?environment=sandbox`)).body.data;
    const nothing = { total: "0.00", total_credited: "0.00", original_total: "10.00" };
    await pay(checkout.token, declined);
    expect(await read()).toMatchObject({ status: "incomplete", ...nothing });
    await act(checkout.token, "leave");
    expect(await read()).toMatchObject({ status: "failed", message: expect.stringMatching(/^\[2-R/), ...nothing });
  });

  it("a transaction of another merchant or environment, or with a malformed id, answers 404", async () => {
    const other = await newMerchant();
    for (const [path, who] of [
      [`/${paid}?environment=sandbox`, other],
      [`/${paid}`, merchant],
      [`/SB-${newUlid()}?environment=sandbox`, merchant],
      ["/abc?environment=sandbox", merchant],
    ] as const) {
      expect(await transactions("GET", path, who)).toMatchObject({ status: 404, body: { message: "Not Found" } });
    }
  });

  it("a test key reads sandbox by default and may not read live", async () => {
    const { key } = await newKey(merchant, ["svc-transactions-retrieve"]);
    expect((await transactions("GET", `/${paid}`, { key })).status).toBe(200);
    expect((await transactions("GET", `/${paid}?environment=live`, { key })).status).toBe(403);
  });
});

describe("the history", () => {
  let shop: Merchant;
  const ids: string[] = [];
  const list = (query: string) => transactions("GET", `/?environment=sandbox${query}`, shop);

  beforeAll(async () => {
    shop = await newMerchant({ platforms: ["TT", "JM"] });
    for (const [index, currency] of ["TTD", "USD", "TTD", "USD", "TTD"].entries()) {
      const { token, transactionId } = await openCheckout(shop.accountNumber, { currency, order_id: `order-${index}` });
      if (index < 2) await pay(token, approved);
      ids.unshift(transactionId);
    }
    // Moves all transactions to one day, and one of them to the day after.
    const tomorrow = new Date("2031-03-02T23:59:59.999Z");
    await db().checkoutSession.updateMany({
      where: { accountNumber: shop.accountNumber },
      data: { acceptedAt: new Date("2031-03-01T00:00:00.000Z") },
    });
    await db().checkoutSession.updateMany({ where: { transactionId: ids[0] ?? "" }, data: { acceptedAt: tomorrow } });
  });

  it("the history comes in pages, newest first, with links to other pages", async () => {
    const path = `${publicUrl}/api/transactions/`;
    const { body } = await list("&page=2&page_size=2");
    expect(body.data.map((record: { transaction_id: string }) => record.transaction_id)).toEqual(ids.slice(2, 4));
    const link = (page: number) => `${path}?environment=sandbox&page_size=2&page=${page}`;
    expect(body.links).toEqual({ first: link(1), last: link(3), prev: link(1), next: link(3) });
    expect(body.meta).toEqual({ current_page: 2, from: 3, last_page: 3, path, per_page: 2, to: 4, total: 5 });
    const next = await call("", "GET", body.links.next, { token: shop.token });
    expect(next.body.meta).toMatchObject({ current_page: 3, from: 5, to: 5 });
    expect(next.body.links.next).toBeNull();
  });

  it("the history has 15 transactions per page by default, and an empty page beyond the last", async () => {
    expect((await list("")).body.meta).toMatchObject({ current_page: 1, per_page: 15, total: 5 });
    const { body } = await list("&page=9&page_size=5");
    expect(body).toMatchObject({
      data: [],
      meta: { from: null, to: null, last_page: 1, total: 5 },
      links: { next: null },
    });
    const { body: empty } = await transactions("GET", "/?environment=live", shop);
    expect(empty).toMatchObject({ data: [], meta: { total: 0, last_page: 1 }, links: { prev: null, next: null } });
  });

  it.each([
    ["status=success", [3, 4]],
    ["status=incomplete", [0, 1, 2]],
    ["status=failed", []],
    ["currency=USD", [1, 3]],
    ["order_id=order-4", [0]],
    ["order_id=order-9", []],
    ["start_date=2031-03-02", [0]],
    ["end_date=2031-03-01", [1, 2, 3, 4]],
    ["end_date=2031-03-02", [0, 1, 2, 3, 4]],
    ["start_date=0001-01-01&end_date=9999-12-31", [0, 1, 2, 3, 4]],
    ["start_date=2031-03-01&end_date=2031-03-01&currency=TTD&status=success", [4]],
    ["status=&currency=", [0, 1, 2, 3, 4]],
  ])("the history is filtered by %s", async (filter, expected) => {
    const { body } = await list(`&${filter}`);
    expect(body.data.map((record: { transaction_id: string }) => ids.indexOf(record.transaction_id))).toEqual(expected);
    expect(body.meta.total).toBe(expected.length);
  });

  it.each([
    ["page=0", "The page must be between 1 and 1000000000."],
    ["page=x", "The page must be a whole number."],
    ["page_size=0", "The page size must be between 1 and 100."],
    ["page_size=101", "The page size must be between 1 and 100."],
    ["status=paid", "The status must be one of success, failed, error, incomplete."],
    ["currency=EUR", "The currency must be one of TTD, USD, BBD, XCD, JMD, GYD."],
    ["start_date=2031-02-30", "The start date must be a date such as 2027-01-31."],
    ["start_date=0000-01-01", "The start date must be a date such as 2027-01-31."],
    ["end_date=01/03/2031", "The end date must be a date such as 2027-01-31."],
  ])("the history refuses %s", async (filter, message) => {
    expect(await list(`&${filter}`)).toMatchObject({ status: 400, body: { message } });
  });
});

describe("a refund request", () => {
  const refund = (path: string, who: { token?: string; key?: string }, json: object = {}, headers = {}) =>
    call(roomy, "POST", `/api/transactions/${path}/refund`, { ...who, json, headers });

  it("a refund request is accepted once per idempotency key, held at once, and refunded by the worker", async () => {
    await giveOpeningBalance(
      { accountNumber: merchant.accountNumber, environment: "sandbox", currency: "TTD" },
      newUlid(),
      10_000n,
    );
    const json = { environment: "sandbox", amount: "2.05", reason: "Late" };
    const first = await refund(paid, merchant, json, { "idempotency-key": "r1" });
    expect(first).toMatchObject({
      status: 201,
      body: {
        message: "Refund request successfully created.",
        data: { refund_id: expect.any(String), status: "pending" },
      },
    });
    expect((await refund(paid, merchant, json, { "idempotency-key": "r1" })).text).toBe(first.text);
    const read = async () => (await transactions("GET", `/${paid}?environment=sandbox`)).body.data;
    await expect.poll(async () => (await read()).refund?.status, { timeout: 20_000 }).toBe("refunded");
    expect(await read()).toMatchObject({
      status: "success",
      refund: { refund_id: first.body.data.refund_id, total: "2.05" },
      refunds: [{ refund_id: first.body.data.refund_id }],
    });
  });

  it("a refund of another merchant's transaction answers like an unknown one", async () => {
    const other = await newMerchant();
    const json = { environment: "sandbox" };
    const [theirs, missing] = [await refund(paid, other, json), await refund(`SB-${newUlid()}`, merchant, json)];
    expect(theirs).toMatchObject({ status: 400, body: { message: "The selected transaction id is invalid." } });
    expect(missing.text).toBe(theirs.text);
    expect((await refund("x", merchant, json)).text).toBe(theirs.text);
  });
});

describe("fees", () => {
  const fees = (query: string, who: { token?: string; key?: string } = merchant) =>
    transactions("GET", `/fees?${query}`, who);

  it("fees are numbers, for the home platform or another platform of the account", async () => {
    const { status, body } = await fees("fee_structure=split&currency=TTD&amount=10");
    expect(status).toBe(200);
    expect(body).toEqual({
      message: "OK",
      data: {
        currency: "TTD",
        fee_structure: "split",
        fee_name: "Trinidad and Tobago card processing",
        original_total: 10,
        customer_total: 11.03,
        customer_fee: 1.03,
        merchant_total: 8.98,
        merchant_fee: 1.02,
        description: expect.stringMatching(/^3\.50 % \+ 1\.70 TTD\. /),
      },
    });
    const jamaican = await fees("fee_structure=customer_pay&currency=JMD&amount=123.00&country_code=JM");
    expect(jamaican.body.data).toMatchObject({ customer_total: 128.95, merchant_total: 123 });
  });

  it.each([
    ["currency=TTD&amount=10", "The fee structure field is required."],
    ["fee_structure=split&amount=10", "The currency field is required."],
    ["fee_structure=split&currency=TTD", "The amount field is required."],
    [
      "fee_structure=half&currency=TTD&amount=10",
      "The fee structure must be one of customer_pay, merchant_absorb, split.",
    ],
    ["fee_structure=split&currency=TTD&amount=4.99", "The amount must be between 5.00 and 20400.00 TTD."],
    ["fee_structure=split&currency=USD&amount=3000.01", "The amount must be between 0.74 and 3000.00 USD."],
    ["fee_structure=split&currency=JMD&amount=200", "The currency is not a currency of TT."],
    [
      "fee_structure=split&currency=BBD&amount=10&country_code=BB",
      "The country code is not a platform of this account.",
    ],
  ])("fees are refused for %s", async (query, message) => {
    expect(await fees(query)).toMatchObject({ status: 400, body: { message } });
  });
});

describe("the metadata", () => {
  const meta = async (who: { token?: string; key?: string }) => (await transactions("GET", "/meta", who)).body.data;

  it("the metadata has the currencies and totals of the account's platforms, and all environments and fee structures", async () => {
    expect(await meta(merchant)).toEqual({
      currencies: ["TTD", "USD", "JMD"],
      environments: ["live", "sandbox"],
      fee_structures: {
        customer_pay: expect.any(String),
        merchant_absorb: expect.any(String),
        split: expect.any(String),
      },
      totals: {
        TTD: { minimum: 5, maximum: 20400 },
        USD: { minimum: 0.74, maximum: 3000 },
        JMD: { minimum: 115, maximum: 465000 },
      },
    });
  });

  it("the metadata has only the currencies that the merchant accepts", async () => {
    const narrow = await newMerchant({ platforms: ["TT", "JM"] });
    const { accountNumber } = narrow;
    const currencies: Currency[] = ["USD", "JMD"];
    await db().merchantSettings.upsert({
      where: { accountNumber },
      create: { accountNumber, currencies },
      update: { currencies },
    });
    const { currencies: named, totals } = await meta(narrow);
    expect([named, Object.keys(totals)]).toEqual([currencies, currencies]);
  });
});
