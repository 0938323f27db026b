import { CspEvaluator } from "csp_evaluator/dist/evaluator";
import { CspParser } from "csp_evaluator/dist/parser";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { call, freshAddress, type Reply } from "@/tests/support/http/client";
import { asBrowser, minimalFields, newShop, post, requestPath, type Shop, send } from "@/tests/support/http/payments";

/** The answers to a payment request: JSON with three fields for programs, redirects for browsers. */
const { roomy, publicUrl } = inject("product");
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
let shop: Shop;
let liveShop: Shop;
beforeAll(async () => {
  shop = await newShop();
  liveShop = await newShop({}, { isLive: true });
});

const raw = (body: string, headers: Record<string, string> = json) =>
  call(roomy, "POST", requestPath, { raw: body, headers, as: freshAddress() });

/** Expects one of our own HTML pages, with a strict Content Security Policy and without scripts. */
function expectOwnPage({ status, headers, text }: Reply, expected: number): void {
  expect([status, headers["content-type"]]).toEqual([expected, "text/html; charset=utf-8"]);
  expect(headers["cache-control"]).toBe("no-store");
  expect(headers["x-frame-options"]).toBe("DENY");
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(new CspEvaluator(new CspParser(policy).csp).evaluate()).toEqual([]);
  expect(text).toContain("Your card was not charged.");
  expect(text).not.toContain("<script");
}

describe("every refusal of the payment request has the three fields", () => {
  const three = { url: "", message: expect.stringMatching(/\.$|^Method Not Allowed$/), transaction_id: "" };

  it.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "PROPFIND"])("405 for %s", async (method) => {
    for (const path of [requestPath, `${requestPath}/`]) {
      const { status, headers, body } = await call(roomy, method, path);
      expect([status, headers.allow]).toEqual([405, "POST"]);
      if (method !== "HEAD") expect(body).toEqual({ url: "", message: "Method Not Allowed", transaction_id: "" });
    }
  });

  it("413 for a body over 64 KB", async () => {
    const reply = await raw(JSON.stringify({ data: "x".repeat(70_000) }));
    expect(reply).toMatchObject({ status: 413, body: three });
  });

  it.each(["text/plain", "application/xml", "application/json; charset=latin1"])("415 for %s", async (type) => {
    expect(await raw("x=1", { "content-type": type })).toMatchObject({ status: 415, body: three });
  });

  it.each([
    ["broken JSON", "{", json],
    ["JSON that is not an object", "[]", json],
    ["a key given twice", '{"total":1,"total":2}', json],
    ["nesting over 16", `{"a":${"[".repeat(17)}${"]".repeat(17)}}`, json],
    ["a key that reaches a prototype", '{"__proto__":{"a":1}}', json],
    ["NUL", '{"a":"\\u0000"}', json],
    ["half a character", '{"a":"\\ud800"}', json],
    ["a form field given twice with different values", "a=1&a=2", form],
    ["a multipart body that is none", "x=1", { "content-type": "multipart/form-data; boundary=x" }],
    [
      "a file",
      '--x\r\ncontent-disposition: form-data; name="data"; filename="a.txt"\r\n\r\nx\r\n--x--\r\n',
      { "content-type": "multipart/form-data; boundary=x" },
    ],
    [
      "more than 64 parts",
      `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(65)}--x--\r\n`,
      { "content-type": "multipart/form-data; boundary=x" },
    ],
    ["a form that is not correctly encoded", "a=%E0%A4", form],
  ])("400 for %s", async (_name, body, headers) => {
    expect(await raw(body, headers)).toMatchObject({ status: 400, body: three });
  });

  it("400 for a key of over 255 characters", async () => {
    const reply = await send(minimalFields(shop.accountNumber), { headers: { "idempotency-key": "k".repeat(256) } });
    expect([reply.status, reply.body.transaction_id]).toEqual([400, ""]);
    expect(reply.body.message).toContain("Idempotency-Key");
  });
});

describe("a browser's form post", () => {
  it("a browser's form post is redirected to the hosted page", async () => {
    const { status, headers, text } = await post(minimalFields(shop.accountNumber));
    expect([status, text]).toEqual([303, ""]);
    expect(headers.location).toMatch(new RegExp(`^${publicUrl}/checkout/[\\w-]{22,}$`));
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["set-cookie"]).toBeUndefined();
  });

  it("a browser's form post with the legacy method gets the Deprecation header", async () => {
    const { status, headers } = await post(minimalFields(shop.accountNumber, { method: "credit_card" }));
    expect([status, headers.deprecation]).toEqual([303, expect.stringMatching(/^@\d+$/)]);
  });

  it.each([
    ["application/json", 200],
    ["*/*", 200],
    ["application/json, text/html;q=0.9", 200],
    ["text/html;q=0.5, application/json;q=0.6", 200],
    ["text/html", 200],
    ["text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", 200],
    ["text/html, application/xhtml+xml, application/json;q=0.1", 303],
  ])("without fetch metadata the Accept header decides: %s", async (accept, status) => {
    expect((await post(minimalFields(shop.accountNumber), { headers: { accept } })).status).toBe(status);
  });

  it.each([
    ["navigate", 303],
    ["cors", 200],
    ["no-cors", 200],
    ["same-origin", 200],
  ])("with fetch metadata the metadata decides: %s", async (mode, status) => {
    const headers = { "sec-fetch-mode": mode, "sec-fetch-site": "cross-site" };
    expect((await post(minimalFields(shop.accountNumber), { headers })).status).toBe(status);
  });

  it("a JSON body always gets JSON, refusals included, whatever the headers are", async () => {
    const headers = { ...asBrowser, "sec-fetch-mode": "navigate" };
    for (const [overrides, status] of [
      [{}, 200],
      [{ total: "0.01" }, 400],
    ] as const) {
      const reply = await send(minimalFields(shop.accountNumber, overrides), { headers });
      expect([reply.status, reply.headers["content-type"]]).toEqual([status, "application/json"]);
      expect(Object.keys(reply.body)).toEqual(expect.arrayContaining(["url", "message", "transaction_id"]));
    }
  });

  it("a refused form post is redirected to the shop with the reason", async () => {
    const fields = { total: "0.01", order_id: "order-7", data: "a b" };
    const { status, headers } = await post(minimalFields(shop.accountNumber, fields));
    expect(status).toBe(303);
    const address = new URL(headers.location ?? "");
    expect(address.origin + address.pathname).toBe("https://shop.example/return");
    expect(Object.fromEntries(address.searchParams)).toEqual({
      cart: "7",
      status: "error",
      reasonDescription: "The total must be between 5.00 and 20400.00 TTD.",
      message: "The total must be between 5.00 and 20400.00 TTD.",
      order_id: "order-7",
      data: "a b",
    });
  });

  it("a refused form post is redirected to an address in any alphabet", async () => {
    const response_url = "https://bücher.example/возврат?ü=1";
    const { status, headers } = await post(minimalFields(shop.accountNumber, { response_url, total: "0.01" }));
    expect(status).toBe(303);
    expect(headers.location).toMatch(/^https:\/\/xn--bcher-kva\.example\/%D0%B2[%A-F\d]+\?%C3%BC=1&status=error&/);
  });

  it.each([
    ["no response_url", { response_url: "" }],
    ["one that is not good", { response_url: "javascript:alert(1)" }],
    ["one on our own origin", { response_url: `${publicUrl}/checkout/x` }],
    ["an unknown merchant", { account_number: "9999999999" }],
    ["nothing", { account_number: "", response_url: "" }],
  ])("a form post with %s gets a page of ours", async (_name, overrides) => {
    const reply = await post(minimalFields(shop.accountNumber, overrides));
    expectOwnPage(reply, 400);
    expect(reply.text).not.toContain("<a ");
  });

  it("a form post cannot inject markup into our page", async () => {
    const reply = await call(roomy, "POST", requestPath, {
      raw: "%3Cimg+src%3Dx%3E=1&%3Cimg+src%3Dx%3E=2",
      headers: { ...asBrowser, "content-type": "application/x-www-form-urlencoded" },
    });
    expectOwnPage(reply, 400);
    expect(reply.text).not.toContain("<img");
  });

  it("in live a refused form post shows a link, and redirects only to a registered host", async () => {
    const fields = { environment: "live", total: "0.01", response_url: "https://shop.example/return?a=1&b=2" };
    const shown = await post(minimalFields(liveShop.accountNumber, fields));
    expectOwnPage(shown, 400);
    expect(shown.text).toMatch(
      /<a href="https:\/\/shop\.example\/return\?a=1&amp;b=2&amp;status=error&amp;[^"]+" rel="noreferrer">[^<]*shop\.example<\/a>/,
    );
    const registered = await newShop({ responseHosts: ["shop.example"] }, { isLive: true });
    const sent = await post(minimalFields(registered.accountNumber, fields));
    expect([sent.status, sent.headers.location]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/shop\.example\/return/),
    ]);
    const accepted = await post(minimalFields(liveShop.accountNumber, { ...fields, total: "10.00" }));
    expect([accepted.status, accepted.headers.location]).toEqual([303, expect.stringContaining("/checkout/")]);
  });

  it("the merchant can switch off form posts and scripts of browsers without affecting servers", async () => {
    const closed = await newShop({ formPosts: false });
    const { status, headers } = await post(minimalFields(closed.accountNumber));
    expect(status).toBe(303);
    expect(new URL(headers.location ?? "").searchParams.get("message")).toBe(
      "This merchant does not take payment requests from browsers.",
    );
    const script = await send(minimalFields(closed.accountNumber), { headers: { origin: "https://shop.example" } });
    expect([script.status, script.body.message]).toEqual([
      400,
      "This merchant does not take payment requests from browsers.",
    ]);
    expect((await send(minimalFields(closed.accountNumber))).status).toBe(200);
  });

  it("a form post that is too large or has an unknown type gets a page of ours", async () => {
    expectOwnPage(await post(minimalFields(shop.accountNumber, { data: "x".repeat(70_000) })), 413);
    expectOwnPage(await raw("x", { ...asBrowser, "content-type": "text/plain" }), 415);
  });
});
