import { CspEvaluator } from "csp_evaluator/dist/evaluator";
import { CspParser } from "csp_evaluator/dist/parser";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { checkoutToken, returnToken } from "@/lib/checkout/session/session-token";
import { simulationDefault } from "@/lib/reference/simulation";
import { call, freshAddress, type Reply } from "@/tests/support/http/client";
import {
  act,
  asBrowser,
  type Checkout,
  cardFields,
  moveClock,
  newShop,
  openCheckout,
  pay,
  returnFromBank,
  type Shop,
  simulate,
} from "@/tests/support/http/payments";

/** Tests of the hosted page's endpoints: access control, answers, and data that the answers must not contain. */
const { roomy } = inject("product");
const approved = "4111111111111111";
const challenged = "4000000000003220";
let shop: Shop;
let liveShop: Shop;
let checkout: Checkout;
beforeAll(async () => {
  shop = await newShop({ frameOrigins: ["https://www.shop.example", "https://m.shop.example:8443"] });
  liveShop = await newShop({}, { isLive: true });
  checkout = await openCheckout(shop.accountNumber);
});

const liveCheckout = () => openCheckout(liveShop.accountNumber, { environment: "live" });
const findingsOf = (policy: string) => new CspEvaluator(new CspParser(policy).csp).evaluate();
const directiveOf = (policy: string, name: string) => new CspParser(policy).csp.directives[name];
const policyOf = ({ headers }: Reply) => String(headers["content-security-policy"]);

describe("the checkout token", () => {
  const forged = (token: string): [string, string][] => [
    ["empty but for a space", "%20"],
    ["unknown to us", "x"],
    ["with another proof", `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`],
    ["cut short", token.slice(0, -1)],
    ["with something behind it", `${token}A`],
    ["of a session that is not there", checkoutToken("0".repeat(26))],
    ["made for a bank's return", returnToken({ attemptId: token.slice(0, 26), step: 1 })],
    ["in small letters", token.toLowerCase()],
    ["that is the transaction's id", checkout.transactionId],
    ["that climbs", "..%2f..%2fhealthz"],
  ];

  it.each(["state", "pay", "leave", "challenge/cancel", "challenge"])(
    "a forged token does not open %s",
    async (action) => {
      for (const [what, token] of forged(checkout.token)) {
        // Skips the token that has a valid signature but no session, because the challenge frame answers it with its
        // own page.
        if (action === "challenge" && token === checkoutToken("0".repeat(26))) continue;
        const { status, text } = await act(token, action, action === "pay" ? { json: cardFields(approved) } : {});
        expect([what, status]).toEqual([what, 404]);
        expect(text).not.toContain("transaction_id");
      }
    },
  );

  it.each(["clock", "simulation"])("a forged token does not change a session's %s", async (what) => {
    for (const [name, token] of forged(checkout.token)) {
      const { status } = await call(roomy, "POST", `/sandbox/sessions/${token}/${what}`, {
        json: {},
        as: freshAddress(),
      });
      expect([name, status]).toEqual([name, 404]);
    }
  });

  it("a forged token does not complete a challenge, and the page shows nothing that was posted to it", async () => {
    for (const [name, token] of forged(checkout.token)) {
      const action = `${roomy}/challenge/${name.startsWith("made for") ? checkout.token : token}`;
      const { status, text } = await returnFromBank({ action, fields: { cres: "x" } });
      expect([name, status]).toEqual([name, 404]);
      expect(text).not.toContain("<script");
    }
    const marked = await call(
      roomy,
      "POST",
      `/challenge/${returnToken({ attemptId: checkout.token.slice(0, 26), step: 1 })}`,
      {
        raw: "%3Cb%3E=1&%3Cb%3E=2",
        headers: { ...asBrowser, "content-type": "application/x-www-form-urlencoded" },
      },
    );
    expect([marked.status, marked.text.includes("<b>")]).toEqual([400, false]);
  });

  it("a session's token reads the session, with only the fields that the page needs", async () => {
    const { status, body } = await act(checkout.token, "state");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: "hosted",
      transaction_id: checkout.transactionId,
      total: "10.00",
      fee: "2.05",
      amount: "12.05",
      money: "not_charged",
      duration_ms: 180_000,
      result: null,
      shop_url: "https://shop.example/",
      back_to: null,
      frame_origins: ["https://shop.example", "https://www.shop.example", "https://m.shop.example:8443"],
    });
    expect(JSON.stringify(body)).not.toContain(shop.email);
    expect(JSON.stringify(body)).not.toContain("customer@example.com");
  });
});

describe("sandbox controls", () => {
  it("sandbox controls do not exist for a live session", async () => {
    const { token } = await liveCheckout();
    for (const reply of [await moveClock(token, { advance_ms: 1 }), await simulate(token, { gateway: "approve" })]) {
      expect([reply.status, reply.body]).toEqual([404, { message: "Not Found" }]);
    }
    expect((await act(token, "state")).body.is_clock_stopped).toBe(false);
  });

  it("the clock can be advanced and stopped, but never moved back", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    const { body } = await moveClock(token, { advance_ms: 100_000, stopped: true });
    expect(body.is_clock_stopped).toBe(true);
    expect(body.remaining_ms).toBeLessThanOrEqual(80_000);
    expect((await act(token, "state")).body.remaining_ms).toBe(body.remaining_ms);
    for (const advance_ms of [-1, 1.5, "1e3", 3_000_000_000]) {
      expect((await moveClock(token, { advance_ms: advance_ms as number })).status).toBe(400);
    }
    const last = await moveClock(token, { advance_ms: body.remaining_ms - 1 });
    expect([last.body.state, last.body.remaining_ms]).toEqual(["hosted", 1]);
    const over = await moveClock(token, { advance_ms: 1 });
    expect(over.body).toMatchObject({ state: "finalised", money: "not_charged", result: { status: "failed" } });
    expect(new URL(over.body.result?.redirect ?? "").searchParams.get("message")).toBe("[2-REX]: The session expired.");
  });

  it("a simulation change leaves the other settings unchanged", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    expect((await simulate(token, { bank: "returns_twice" })).body.data).toEqual({
      ...simulationDefault,
      bank: "returns_twice",
    });
    expect((await simulate(token, { guard: true })).body.data).toMatchObject({ bank: "returns_twice", guard: true });
    expect((await simulate(token, { gateway: "explode" as "slow" })).status).toBe(400);
  });
});

describe("response headers", () => {
  it("only the shop's and the merchant's registered origins may frame the page", async () => {
    const page = await call(roomy, "GET", `/checkout/${checkout.token}`, { headers: asBrowser });
    expect(page.status).toBe(200);
    expect(directiveOf(policyOf(page), "frame-ancestors")?.toSorted()).toEqual(
      ["https://shop.example", "https://www.shop.example", "https://m.shop.example:8443"].toSorted(),
    );
    expect(page.headers["x-frame-options"]).toBeUndefined();
    expect(findingsOf(policyOf(page))).toEqual([]);
    expect(policyOf(page)).not.toContain("unsafe");
    expect(page.headers["cache-control"]).toContain("no-store");
    const again = await call(roomy, "GET", `/checkout/${checkout.token}`, { headers: asBrowser });
    expect(directiveOf(policyOf(again), "script-src")).not.toEqual(directiveOf(policyOf(page), "script-src"));
  });

  it("no origin may frame unknown pages, page actions or any other page", async () => {
    const unknown = await call(roomy, "GET", `/checkout/${checkout.token}x`, { headers: asBrowser });
    expect(unknown.status).toBe(404);
    const others = [unknown, await act(checkout.token, "state"), await call(roomy, "GET", "/", { headers: asBrowser })];
    for (const reply of others) {
      expect(reply.headers["x-frame-options"]).toBe("DENY");
      expect(directiveOf(policyOf(reply), "frame-ancestors")).toEqual(["'none'"]);
    }
  });

  it("no answer sets a cookie, may be cached, or sends a referrer", async () => {
    const { token } = await openCheckout(shop.accountNumber);
    const replies = {
      page: await call(roomy, "GET", `/checkout/${token}`, { headers: asBrowser }),
      state: await act(token, "state"),
      wrong: await act(token, "pay", { json: {} }),
      pay: await pay(token, challenged),
      challenge: await act(token, "challenge", { headers: asBrowser }),
      cancel: await act(token, "challenge/cancel"),
      leave: await act(token, "leave"),
      clock: await moveClock(token, { advance_ms: 1 }),
    };
    for (const [name, { headers }] of Object.entries(replies)) {
      expect([name, headers["set-cookie"]]).toEqual([name, undefined]);
      expect([name, headers["cache-control"]]).toEqual([name, expect.stringContaining("no-store")]);
      expect([name, headers["referrer-policy"]]).toEqual([name, "no-referrer"]);
      expect([name, headers["x-content-type-options"]]).toEqual([name, "nosniff"]);
    }
  });
});
