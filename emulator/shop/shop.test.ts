import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { emulatorCards } from "@/emulator/cards";
import { type Emulator, startEmulator } from "@/emulator/emulator";
import { passesLuhn } from "@/lib/kit/luhn";
import { demoMerchant, markets } from "./payment-request";
import { shopCards } from "./shop-pages";

/** Stands for the product: remembers each payment request and gives the next answer. */
const requests: Record<string, string>[] = [];
let answer = { status: 200, body: {} };
const product = createServer((request, response) => {
  let text = "";
  request.on("data", (chunk) => (text += chunk));
  request.on("end", () => {
    requests.push(JSON.parse(text));
    response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
  });
});
const checkoutUrl = "http://product.test/checkout/token";
let productOrigin = "";
let emulator: Emulator;

beforeAll(async () => {
  await new Promise<void>((resolve) => product.listen(0, "127.0.0.1", resolve));
  productOrigin = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
  emulator = await startEmulator({ log: false, productOrigin });
});
beforeEach(() => {
  requests.length = 0;
  answer = { status: 200, body: { url: checkoutUrl, message: "OK", transaction_id: "T1" } };
});
afterAll(async () => {
  await emulator.close();
  product.closeAllConnections();
  await new Promise((resolve) => product.close(resolve));
});

const choices = { market: "JM-JMD", total: "250.00", method: "3co_simple", place: "page" };
const pay = (form: Record<string, string>) =>
  fetch(`${emulator.origin}/shop/pay`, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });

describe("the live shop", () => {
  it("shows the form, the cards, and links to the emulator and the dashboard", async () => {
    const page = await (await fetch(`${emulator.origin}/shop`)).text();
    for (const { value } of markets) expect(page).toContain(`value="${value}"`);
    for (const { number } of shopCards) expect(page).toContain(number);
    for (const link of [`${emulator.origin}/emulator`, `${productOrigin}/dashboard/live`])
      expect(page).toContain(`href="${link}"`);
    expect(page).toContain(demoMerchant.email);
  });

  it("has markets for all platforms in their own currency and in USD", () => {
    expect(markets.map(({ value }) => value)).toEqual([
      "BB-BBD",
      "BB-USD",
      "GD-XCD",
      "GD-USD",
      "GY-GYD",
      "GY-USD",
      "JM-JMD",
      "JM-USD",
      "TT-TTD",
      "TT-USD",
    ]);
  });

  it("lists only cards of the emulator that pass the Luhn check", () => {
    const known = emulatorCards.map(({ number }) => number);
    expect(shopCards).toHaveLength(12);
    for (const { number } of shopCards) expect([known.includes(number), passesLuhn(number)]).toEqual([true, true]);
  });

  it("sends a live payment request and leads the browser to the checkout", async () => {
    const response = await pay({ ...choices, avs: "1" });
    expect([response.status, response.headers.get("location")]).toEqual([303, checkoutUrl]);
    expect(requests).toEqual([
      expect.objectContaining({
        account_number: demoMerchant.accountNumber,
        country_code: "JM",
        currency: "JMD",
        environment: "live",
        method: "3co_simple",
        total: "250.00",
        avs: "1",
        response_url: `${emulator.origin}/shop/return`,
      }),
    ]);
  });

  it("gives every payment request another order id", async () => {
    await pay(choices);
    await pay(choices);
    expect(new Set(requests.map(({ order_id }) => order_id)).size).toBe(2);
  });

  it("shows the checkout in a frame if the form asks for it", async () => {
    const response = await pay({ ...choices, place: "frame" });
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain(`data-tradewind-checkout="${checkoutUrl}"`);
    expect(page).toContain(`<script src="${productOrigin}/embed.js">`);
  });

  it("shows why the product refused a request, as text", async () => {
    answer = { status: 400, body: { url: "", message: "The total <b>is</b> wrong.", errors: { total: "wrong" } } };
    const response = await pay(choices);
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(page).toContain("The total &lt;b&gt;is&lt;/b&gt; wrong.");
    expect(page).toContain("{&quot;total&quot;:&quot;wrong&quot;}");
  });

  it("shows every parameter of the result as text, repeated ones too", async () => {
    const query = "status=success&message=%3Cscript%3E&a=1&a=2";
    const page = await (await fetch(`${emulator.origin}/shop/return?${query}`)).text();
    expect(page).toContain("Result: success");
    expect(page).toContain("&lt;script&gt;");
    expect(page.match(/<td>a<\/td>/g)).toHaveLength(2);
    expect(page).not.toContain("<script>");
  });

  it("works while the gateway is down", async () => {
    emulator.setDown("http_503");
    expect((await fetch(`${emulator.origin}/shop`)).status).toBe(200);
    emulator.reset();
  });

  it("breaks no rule of the protocol, and answers unknown paths with 404", async () => {
    expect((await fetch(`${emulator.origin}/shop/unknown`)).status).toBe(404);
    expect((await fetch(emulator.origin, { redirect: "manual" })).headers.get("location")).toBe(
      `${emulator.origin}/shop`,
    );
    expect(emulator.state().violations).toEqual([]);
  });
});

describe("an emulator without a product", () => {
  it("has no shop", async () => {
    const alone = await startEmulator({ log: false });
    for (const path of ["/", "/shop", "/shop/return"]) expect((await fetch(`${alone.origin}${path}`)).status).toBe(404);
    await alone.close();
  });
});

describe("a product that does not answer", () => {
  it("makes the shop say so", async () => {
    const lonely = await startEmulator({ log: false, productOrigin: "http://127.0.0.1:1" });
    const response = await fetch(`${lonely.origin}/shop/pay`, { method: "POST", body: new URLSearchParams(choices) });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("did not answer")]);
    await lonely.close();
  });
});
