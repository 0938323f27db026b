import { beforeAll, describe, expect, inject, it } from "vitest";
import { hashOf, signatureOf } from "@/lib/checkout/redirect";
import { db } from "@/lib/db/client";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { parseMinor } from "@/lib/kit/money";
import { formOf } from "@/tests/support/http/bank";
import { call } from "@/tests/support/http/client";
import {
  act,
  asBrowser,
  cardFields,
  chargesOf,
  moveClock,
  newShop,
  openCheckout,
  pay,
  returnFromBank,
  type Shop,
  simulate,
  uniqueOrder,
  visitBank,
  withCheckDigit,
} from "@/tests/support/http/payments";

/** Complete payments over HTTP, from the form to the redirect. */
const { roomy } = inject("product");
const approved = "4111111111111111";
const challenged = "4000000000003220";
let shop: Shop;
let liveShop: Shop;
beforeAll(async () => {
  shop = await newShop();
  liveShop = await newShop({}, { isLive: true });
});

const parametersOf = (redirect: string | null | undefined) => Object.fromEntries(new URL(redirect ?? "").searchParams);

describe("a payment", () => {
  it("an approved payment returns to the shop with a valid hash and signature", async () => {
    const order_id = uniqueOrder();
    const { token, transactionId } = await openCheckout(shop.accountNumber, { order_id, data: "a b&c" });
    const { body } = await pay(token, approved);
    expect(body).toMatchObject({ state: "finalised", money: "charged", result: { status: "success" } });
    const { tw_signature: signature, ...parameters } = parametersOf(body.result?.redirect);
    expect(parameters).toEqual({
      cart: "7",
      status: "success",
      transaction_id: transactionId,
      message: "[1-R00]: Transaction is approved.",
      order_id,
      total: "12.05",
      currency: "TTD",
      fee_structure: "customer_pay",
      card: "XXXXXXXXXXXX1111",
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      data: "a b&c",
      hash: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const { hashKey, signingSecret } = await merchantSecrets(shop.accountNumber, "sandbox");
    expect(parameters.hash).toBe(hashOf(transactionId, 1000n, hashKey));
    const { cart, ...ours } = parameters;
    expect(signature).toBe(signatureOf(ours, signingSecret));
    expect((await act(token, "state")).body.result?.redirect).toBe(body.result?.redirect);
  });

  it("the result names the card, the time and the receipt's address, which the page forgets after ten minutes", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    const { body: open } = await act(token, "state");
    expect([open.card, open.result]).toEqual([null, null]);
    const { body: paid } = await pay(token, approved);
    expect(paid).toMatchObject({
      card: { network: "visa", last4: "1111" },
      result: { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), mailed_to: "customer@example.com" },
    });
    await moveClock(token, { advance_ms: 600_000 });
    const { body: later } = await act(token, "state");
    expect([later.card?.last4, later.result?.mailed_to]).toEqual(["1111", null]);
    await moveClock(token, { advance_ms: 24 * 3_600_000 });
    expect((await act(token, "state")).body.card).toBeNull();
  });

  it("a failed payment mails nothing, so its result has no address", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    const { body } = await act(token, "leave");
    expect(body).toMatchObject({ card: null, result: { status: "failed", mailed_to: null } });
  });

  it("a day later the page shows the result as text, with a link to the shop and neither hash nor signature", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    const { hash = "", tw_signature: signature = "" } = parametersOf(
      (await pay(token, approved)).body.result?.redirect,
    );
    const page = async () =>
      (await call(roomy, "GET", `/checkout/${token}`, { headers: { accept: "text/html" } })).text;
    const within = await page();
    for (const proof of [hash, signature]) expect(within).toContain(proof);
    await moveClock(token, { advance_ms: 24 * 3_600_000 });
    const after = await page();
    for (const proof of [hash, signature, "tw_signature"]) expect(after).not.toContain(proof);
    for (const said of ["Your payment went through", "more than 24 hours old", 'href="https://shop.example/"']) {
      expect(after).toContain(said);
    }
    const result = { status: "success", is_expired: false, redirect: null };
    for (const reply of [await act(token, "state"), await act(token, "leave"), await pay(token, approved)]) {
      expect(reply.body).toMatchObject({ state: "finalised", money: "charged", result });
    }
  });

  it("a live result never verifies with sandbox keys, nor a sandbox result with live keys", async () => {
    const keys = {
      live: await merchantSecrets(liveShop.accountNumber, "live"),
      sandbox: await merchantSecrets(liveShop.accountNumber, "sandbox"),
    };
    expect(keys.live.hashKey.length).toBeGreaterThanOrEqual(32);
    for (const [environment, other] of [
      ["live", "sandbox"],
      ["sandbox", "live"],
    ] as const) {
      const { token, transactionId } = await openCheckout(liveShop.accountNumber, { environment });
      const { body } = await pay(token, approved);
      expect(body).toMatchObject({ environment, money: "charged" });
      const { hash, tw_signature: signature, cart, ...rest } = parametersOf(body.result?.redirect);
      const total = parseMinor("10.00") ?? 0n;
      expect(hash).toBe(hashOf(transactionId, total, keys[environment].hashKey));
      expect(hash).not.toBe(hashOf(transactionId, total, keys[other].hashKey));
      const signed = { ...rest, hash: hash ?? "" };
      expect(signature).toBe(signatureOf(signed, keys[environment].signingSecret));
      expect(signature).not.toBe(signatureOf(signed, keys[other].signingSecret));
    }
  });

  it("a declined payment returns to the form, and leaving then ends it with the bank's answer and no hash", async () => {
    const { token, transactionId } = await openCheckout(shop.accountNumber);
    const declined = await pay(token, "4000000000009995");
    expect(declined.body).toMatchObject({ state: "hosted", notice: "funds", money: "not_charged", tries_left: 4 });
    const left = await act(token, "leave");
    expect(left.body).toMatchObject({ state: "finalised", money: "not_charged", result: { status: "failed" } });
    const parameters = parametersOf(left.body.result?.redirect);
    expect(parameters).toMatchObject({
      status: "failed",
      message: "[2-R51]: Insufficient funds.",
      reasonDescription: "[2-R51]: Insufficient funds.",
      total: "0.00",
    });
    expect(parameters.hash).toBeUndefined();
    expect((await pay(token, approved)).body.money).toBe("not_charged");
    expect((await chargesOf(transactionId)).filter(({ code }) => code === "00")).toEqual([]);
  });

  it("a payment submitted ten times at once over two processes is charged once", async () => {
    const { strict } = inject("product");
    const { token, transactionId } = await openCheckout(shop.accountNumber);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        call(strict[turn % 2] ?? roomy, "POST", `/checkout/${token}/pay`, {
          json: cardFields(approved),
          from: "127.0.31.1",
        }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await chargesOf(transactionId)).toHaveLength(1);
    expect((await act(token, "state")).body.money).toBe("charged");
  });

  it("two sessions of one order are charged once, and the other page says that it was paid elsewhere", async () => {
    const order_id = uniqueOrder();
    const sessions = [
      await openCheckout(shop.accountNumber, { order_id }),
      await openCheckout(shop.accountNumber, { order_id }),
    ];
    const replies = await Promise.all(sessions.map(({ token }) => pay(token, approved)));
    const charges = await Promise.all(sessions.map(({ transactionId }) => chargesOf(transactionId)));
    expect(charges.flat()).toHaveLength(1);
    const money = replies.map(({ body }) => body.money).sort();
    expect(money).toEqual(["charged", "not_charged"]);
    const other = replies.find(({ body }) => body.money === "not_charged");
    expect(["order_busy", "order_paid"]).toContain(other?.body.notice);
  });

  it("without JavaScript the form post leads back to the page", async () => {
    const { token, transactionId } = await openCheckout(shop.accountNumber);
    const paid = await act(token, "pay", { form: cardFields(approved), headers: asBrowser });
    expect([paid.status, paid.text, paid.headers.location]).toEqual([303, "", `/checkout/${token}`]);
    expect(await chargesOf(transactionId)).toHaveLength(1);
    const { token: other } = await openCheckout(shop.accountNumber);
    const left = await act(other, "leave", { form: {}, headers: asBrowser });
    expect([left.status, left.headers.location]).toEqual([303, `/checkout/${other}`]);
  });

  it("no answer contains more of the card than its last four digits", async () => {
    const full = withCheckDigit("492912345678123");
    const { token } = await openCheckout(shop.accountNumber);
    const wrong = { card_number: full, card_name: full, cvc: "9876543", expiry: "13/99", email: full };
    const replies = [
      await act(token, "pay", { json: wrong }),
      await act(token, "pay", { form: wrong, headers: asBrowser }),
      await act(token, "pay", { json: { ...cardFields(full), cvc: "739", state: { a: full } } }),
      await pay(token, full, { cvc: "739" }),
      await act(token, "state"),
      await call(roomy, "GET", `/checkout/${token}`, { headers: asBrowser }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 200, 200, 200]);
    for (const { text, headers } of replies) {
      const { "content-length": _anyNumber, ...others } = headers;
      expect(text + JSON.stringify(others)).not.toMatch(/49291234|12345678|9876543|\b739\b/);
    }
    expect(replies[0]?.body.message).toBe("Some fields need another look.");
    expect(replies[2]?.body.message).toBe("The state must be text.");
  });
});

describe("a challenge", () => {
  it("the bank's challenge page is shown unchanged, in an opaque origin", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    expect((await act(token, "challenge", { headers: asBrowser })).text).toContain("Back from your bank");
    expect((await pay(token, challenged)).body).toMatchObject({ state: "challenged", money: "not_charged" });
    const { status, headers, text } = await act(token, "challenge", { headers: asBrowser });
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^sandbox [^;]*; .*; frame-ancestors 'self' https:\/\/shop\.example$/);
    expect(policy).toContain("; form-action 'self'; ");
    expect(policy).toContain("allow-forms");
    expect(policy).not.toContain("allow-same-origin");
    expect(headers["x-frame-options"]).toBeUndefined();
    expect(formOf(text).action).toMatch(/^\/sandbox\/acs\//);
  });

  it.each(["null", "https://bank.example"])(
    "a challenge returns as a cross-site form post (Origin: %s) and is completed",
    async (origin) => {
      const { token, transactionId } = await openCheckout(shop.accountNumber);
      await pay(token, challenged);
      const form = await visitBank(token);
      expect(form.action.startsWith(`${inject("product").publicUrl}/challenge/`)).toBe(true);
      // No money moves before the browser returns from the bank's challenge.
      expect((await act(token, "state")).body.money).toBe("not_charged");
      const returned = await returnFromBank(form, origin);
      expect([returned.status, returned.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
      expect(returned.text).toContain(`/checkout/${token}`);
      const nonce = /'nonce-([^']+)'/.exec(String(returned.headers["content-security-policy"]))?.[1];
      expect(returned.text).toContain(`<script nonce="${nonce}">`);
      expect((await act(token, "state")).body).toMatchObject({ state: "finalised", money: "charged" });
      expect(await chargesOf(transactionId)).toHaveLength(1);
    },
  );

  it("a challenge that returns three times, twice at once, makes one charge", async () => {
    const { token, transactionId } = await openCheckout(shop.accountNumber);
    await simulate(token, { bank: "returns_twice" });
    await pay(token, challenged);
    const form = await visitBank(token);
    const replies = await Promise.all([returnFromBank(form), returnFromBank(form), returnFromBank(form)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await returnFromBank(form)).status).toBe(200);
    expect((await act(token, "state")).body.money).toBe("charged");
    const events = await db().sessionEvent.findMany({
      where: { session: { transactionId }, type: "challenge_answered" },
    });
    expect([events.length, (await chargesOf(transactionId)).length]).toEqual([1, 1]);
  });

  it("a forged challenge answer moves no money", async () => {
    const { token, transactionId } = await openCheckout(shop.accountNumber);
    await pay(token, challenged);
    const { action } = await visitBank(token, "1");
    const { action: real } = await visitBank(token, "2");
    expect(real).toBe(action);
    const failed = await visitBank(token, "3");
    const cres = Buffer.from(JSON.stringify({ transStatus: "Y", authenticationValue: "x" })).toString("base64url");
    expect((await returnFromBank({ ...failed, fields: { ...failed.fields, cres } })).status).toBe(200);
    expect((await act(token, "state")).body).toMatchObject({
      state: "hosted",
      money: "not_charged",
      notice: "authentication",
    });
    expect((await chargesOf(transactionId)).every(({ challenge }) => challenge !== "passed")).toBe(true);
  });

  it("a challenge that is answered after its session expired moves no money", async () => {
    const { token, transactionId } = await openCheckout(shop.accountNumber);
    await pay(token, challenged);
    const form = await visitBank(token);
    const { body } = await moveClock(token, { advance_ms: 181_000 });
    expect(body).toMatchObject({ state: "finalised", money: "not_charged", result: { is_expired: true } });
    expect(parametersOf(body.result?.redirect)).toMatchObject({
      ...{ status: "failed", message: "[2-REX]: The session expired.", total: "0.00", card: "XXXXXXXXXXXX3220" },
    });
    expect((await returnFromBank(form)).status).toBe(200);
    expect((await act(token, "state")).body).toEqual(body);
    expect((await chargesOf(transactionId)).every(({ completedAt }) => completedAt === null)).toBe(true);
  });

  it("a cancelled challenge returns to the form, and its late answer is never completed", async () => {
    const { token, transactionId } = await openCheckout(shop.accountNumber);
    await pay(token, challenged);
    const form = await visitBank(token);
    expect((await act(token, "challenge/cancel")).body).toMatchObject({ state: "hosted", notice: "authentication" });
    expect((await returnFromBank(form)).status).toBe(200);
    expect((await act(token, "state")).body).toMatchObject({ state: "hosted", money: "not_charged" });
    expect((await chargesOf(transactionId)).every(({ completedAt }) => completedAt === null)).toBe(true);
    expect((await act(token, "challenge/cancel")).body.tries_left).toBe(4);
  });
});
