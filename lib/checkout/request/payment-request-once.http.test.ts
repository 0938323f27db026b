import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { addressOf } from "@/lib/http/limits/rate-limit";
import { later, minute } from "@/lib/kit/clock";
import { sandbox } from "@/lib/reference/sandbox";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { call, freshAddress } from "@/tests/support/http/client";
import {
  act,
  asBrowser,
  type Fields,
  minimalFields,
  moveClock,
  newShop,
  openCheckout,
  pay,
  requestPath,
  type Shop,
  send,
  uniqueOrder,
} from "@/tests/support/http/payments";

/** Repeated payment requests: idempotency, repeated orders and rate limits. */
const { strict, roomy } = inject("product");
let shop: Shop;
beforeAll(async () => {
  shop = await newShop();
});

const liveKeyOf = (merchant: Merchant) => newKey(merchant, ["svc-user-retrieve"], { environment: "live" });

const countSessions = (orderId: unknown) => db().checkoutSession.count({ where: { orderId: String(orderId) } });

describe("an idempotency key", () => {
  const sendWith = (fields: Fields, key: string, as: string) =>
    send(fields, { as, headers: { "idempotency-key": key } });

  it("the same key and body give the same answer and one session, with and without a trailing slash", async () => {
    const [key, as, fields] = [randomUUID(), freshAddress(), minimalFields(shop.accountNumber)];
    const first = await sendWith(fields, key, as);
    expect([first.status, first.headers["idempotency-replayed"]]).toEqual([200, undefined]);
    for (const path of [requestPath, `${requestPath}/`]) {
      const again = await call(roomy, "POST", path, { json: fields, as, headers: { "idempotency-key": key } });
      expect([again.status, again.body, again.headers["idempotency-replayed"]]).toEqual([200, first.body, "true"]);
    }
    expect(await countSessions(fields.order_id)).toBe(1);
  });

  it("the same key redirects a browser to the same page", async () => {
    const [key, as] = [randomUUID(), freshAddress()];
    const form = minimalFields(shop.accountNumber) as Record<string, string>;
    const options = { form, as, headers: { ...asBrowser, "idempotency-key": key } };
    const first = await call(roomy, "POST", requestPath, options);
    const again = await call(roomy, "POST", requestPath, options);
    expect([first.status, again.status, again.headers.location]).toEqual([303, 303, first.headers.location]);
  });

  it("a refusal is replayed too, and the key covers all fields, optional ones included", async () => {
    const [key, as] = [randomUUID(), freshAddress()];
    const wrong = minimalFields(shop.accountNumber, { total: "1" });
    const first = await sendWith(wrong, key, as);
    expect(await sendWith(wrong, key, as)).toMatchObject({ status: 400, body: first.body });
    const full = minimalFields(shop.accountNumber, {
      name: "Ada Lovelace",
      country: "US",
      state: "NY",
      avs: 1,
      data: "x",
    });
    expect((await sendWith(full, randomUUID(), as)).status).toBe(200);
  });

  it("the same key with another body answers 422 and opens no session", async () => {
    const [key, as] = [randomUUID(), freshAddress()];
    const fields = minimalFields(shop.accountNumber);
    await sendWith(fields, key, as);
    const other = { ...fields, order_id: uniqueOrder() };
    const { status, body } = await sendWith(other, key, as);
    expect([status, body]).toEqual([
      422,
      { url: "", message: expect.stringContaining("idempotency key"), transaction_id: "" },
    ]);
    expect(await countSessions(other.order_id)).toBe(0);
  });

  it("a key counts per account, environment and client address", async () => {
    const [key, as] = [randomUUID(), freshAddress()];
    const live = await newShop({}, { isLive: true });
    const fields = minimalFields(live.accountNumber);
    const replies = [
      await sendWith(fields, key, as),
      await sendWith({ ...fields, account_number: shop.accountNumber }, key, as),
      await sendWith({ ...fields, environment: "live" }, key, as),
      await sendWith(fields, key, freshAddress()),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.transaction_id)).size).toBe(4);
  });

  it("ten concurrent requests with one key open one session, and the early ones get 409", async () => {
    const [key, as, fields] = [randomUUID(), freshAddress(), minimalFields(shop.accountNumber)];
    const replies = await Promise.all(Array.from({ length: 10 }, () => sendWith(fields, key, as)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses).toContain(200);
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    const ids = new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.transaction_id));
    expect([ids.size, await countSessions(fields.order_id)]).toEqual([1, 1]);
    for (const { body } of replies)
      expect(body).toMatchObject({ url: expect.any(String), transaction_id: expect.any(String) });
  });
});

describe("an order", () => {
  const confirmed = "This order is being confirmed.";
  const again = (fields: Fields) => send(fields).then(({ status, body }) => [status, body.message]);

  it("an order id may be used again while no payment is in progress, and after a failure", async () => {
    const order_id = uniqueOrder();
    const { token } = await openCheckout(shop.accountNumber, { order_id });
    await openCheckout(shop.accountNumber, { order_id });
    await pay(token, "4000000000000002");
    await openCheckout(shop.accountNumber, { order_id });
    expect((await act(token, "leave")).body.state).toBe("finalised");
    await openCheckout(shop.accountNumber, { order_id });
  });

  it("an order in payment is refused until the payment ends, but not for another origin or account", async () => {
    const order_id = uniqueOrder();
    const fields = minimalFields(shop.accountNumber, { order_id });
    const { token } = await openCheckout(shop.accountNumber, { order_id });
    expect((await pay(token, "4000000000003220")).body.state).toBe("challenged");
    const { status, body } = await send(fields);
    expect([status, body.message, body.transaction_id]).toEqual([400, confirmed, ""]);
    expect(new URL(body.url).searchParams.get("reasonDescription")).toBe(confirmed);
    expect(await again({ ...fields, origin: "elsewhere" })).toEqual([200, "OK"]);
    expect(await again({ ...fields, account_number: (await newShop()).accountNumber })).toEqual([200, "OK"]);
    await act(token, "challenge/cancel");
    expect(await again(fields)).toEqual([200, "OK"]);
  });

  it("an order with an unknown outcome is refused", async () => {
    const order_id = uniqueOrder();
    const { token } = await openCheckout(shop.accountNumber, { order_id });
    await moveClock(token, { stopped: true });
    const paying = pay(token, "4000000000000358");
    await expect.poll(() => again(minimalFields(shop.accountNumber, { order_id }))).toEqual([400, confirmed]);
    await moveClock(token, { advance_ms: 25_000 });
    await paying;
  });

  it("a paid order is refused, unless the merchant accepts paid orders, like the public sandbox account", async () => {
    const order_id = uniqueOrder();
    const { token } = await openCheckout(shop.accountNumber, { order_id });
    expect((await pay(token, "4111111111111111")).body.money).toBe("charged");
    expect(await again(minimalFields(shop.accountNumber, { order_id }))).toEqual([
      400,
      "This order has already been paid.",
    ]);
    const shared = await openCheckout(sandbox.merchant.accountNumber, { order_id });
    expect((await pay(shared.token, "4111111111111111")).body.money).toBe("charged");
    await openCheckout(sandbox.merchant.accountNumber, { order_id });
    const busy = await openCheckout(sandbox.merchant.accountNumber, { order_id });
    await pay(busy.token, "4000000000003220");
    expect(await again(minimalFields(sandbox.merchant.accountNumber, { order_id }))).toEqual([400, confirmed]);
    await act(busy.token, "leave");
  });
});

describe("rate limits, counted over two processes", () => {
  const [one, other] = strict;
  const many = <Result>(count: number, work: (turn: number, origin: string) => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, (_, turn) => work(turn, turn % 2 ? one : other)));

  it("an account may send exactly 120 requests per minute from one address", async () => {
    const { accountNumber } = await newShop();
    const from = "127.0.21.1";
    const replies = await many(140, (_turn, origin) =>
      call(origin, "POST", requestPath, { json: minimalFields(accountNumber, { total: "1" }), from }),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect([refused.length, replies.filter(({ status }) => status === 400).length]).toEqual([20, 120]);
    for (const { body, headers } of refused) {
      expect(body).toEqual({ url: "", message: "Too Many Attempts.", transaction_id: "" });
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    }
    for (const { headers } of replies) expect(headers["ratelimit-policy"]).toBe('"default";q=120;w=60');
    // The rate limit does not apply to other accounts or to the same account from another address.
    const form = minimalFields(shop.accountNumber) as Record<string, string>;
    expect((await call(one, "POST", requestPath, { form, from })).status).toBe(200);
    const elsewhere = { json: minimalFields(accountNumber), from: "127.0.21.2" };
    expect((await call(one, "POST", requestPath, elsewhere)).status).toBe(200);
    const browser = await call(one, "POST", requestPath, {
      form: { ...form, account_number: accountNumber },
      from,
      headers: asBrowser,
    });
    expect([browser.status, Number(browser.headers["retry-after"]) > 0]).toEqual([429, true]);
  });

  it("with a key of the account the limit is 600 per minute, and the address limit does not count", async () => {
    const merchant = await newMerchant();
    const { key } = await newKey(merchant, ["svc-user-retrieve"]);
    const json = minimalFields(merchant.accountNumber, { total: "1" });
    const from = "127.0.23.1";
    const replies = await many(20, (_turn, origin) => call(origin, "POST", requestPath, { json, key, from }));
    for (const { headers } of replies) expect(headers["ratelimit-policy"]).toBe('"default";q=600;w=60');
    const left = replies.map(({ headers }) => Number(/r=(\d+)/.exec(String(headers.ratelimit))?.[1]));
    expect(Math.min(...left)).toBe(580);
    expect((await call(one, "POST", requestPath, { json, from })).headers.ratelimit).toMatch(/^"default";r=119;/);
  });

  it.each([
    ["nonsense", async () => "nonsense"],
    ["of another account", async () => (await newKey(await newMerchant(), ["svc-user-retrieve"])).key],
    ["of the other environment", async (merchant: Merchant) => (await liveKeyOf(merchant)).key],
  ])("a key that is %s is ignored and does not raise the limit", async (_what, keyOf) => {
    const merchant = await newMerchant();
    const key = await keyOf(merchant);
    const reply = await call(one, "POST", requestPath, {
      json: minimalFields(merchant.accountNumber),
      key,
      from: `127.0.24.${1 + Math.floor(Math.random() * 250)}`,
    });
    expect([reply.status, reply.headers["ratelimit-policy"]]).toEqual([200, '"default";q=120;w=60']);
  });

  it("an operator's limit replaces both, with and without a key", async () => {
    const merchant = await newMerchant();
    await db().merchantSettings.create({ data: { accountNumber: merchant.accountNumber, requestsPerMinute: 7 } });
    const { key } = await newKey(merchant, ["svc-user-retrieve"]);
    const json = minimalFields(merchant.accountNumber, { total: "1" });
    const from = "127.0.25.1";
    for (const options of [{ key }, {}]) {
      const replies = await many(9, (_turn, origin) => call(origin, "POST", requestPath, { json, from, ...options }));
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
      for (const { headers } of replies) expect(headers["ratelimit-policy"]).toBe('"default";q=7;w=60');
    }
  });

  it("an address may send exactly 600 requests per minute, valid or not", async () => {
    const from = "127.0.22.1";
    // An ordinary run starts with a counter at 500, and sends only the last 100 requests and those above the limit.
    const counted = inject("isDeep") ? 0 : 500;
    const bucket = `POST ${requestPath} ${addressOf(from)}`;
    if (counted) await db().rateWindow.create({ data: { bucket, hits: counted, resetsAt: later(minute) } });
    const numbers = (turn: number) => [String(3_000_000_000 + turn), "123456789😀", `${turn}`][turn % 3];
    const replies = await many(650 - counted, (turn, origin) =>
      turn % 4 === 0
        ? call(origin, "POST", requestPath, { raw: "{", headers: { "content-type": "application/json" }, from })
        : call(origin, "POST", requestPath, { json: { account_number: numbers(turn) }, from }),
    );
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(50);
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(600 - counted);
    expect((await call(one, "POST", requestPath, { json: minimalFields(shop.accountNumber), from })).status).toBe(429);
  });
});
