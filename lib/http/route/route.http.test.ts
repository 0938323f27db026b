import { connect } from "node:net";
import { describe, expect, inject, it } from "vitest";
import { newMerchant, uniqueEmail } from "@/tests/support/http/accounts";
import { call, sendRaw } from "@/tests/support/http/client";

const { roomy } = inject("product");
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const post = (raw: string | Uint8Array, headers: Record<string, string> = json) =>
  call(roomy, "POST", "/api/auth/tokens", { raw, headers });

describe("a body", () => {
  it.each([
    ["broken JSON", "{", json],
    ["a key given twice", '{"email":"a@example.com","email":"a@example.com"}', json],
    ["a JSON array", "[]", json],
    ["__proto__", '{"__proto__":{"email":"a@example.com"}}', json],
    ["a NUL", '{"email":"a\\u0000b"}', json],
    ["half a surrogate pair", '{"email":"\\udc00"}', json],
    ["a parameter given twice", "email=a&email=b", form],
    ["a broken percent sign", "email=%", form],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), json],
  ])("is refused with 400 if it has %s", async (_what, raw, headers) => {
    const { status, body } = await post(raw, headers);
    expect(status).toBe(400);
    expect(body.message).toEqual(expect.any(String));
    expect(body.errors).toBeUndefined();
  });

  it.each([
    ["plain text", { "content-type": "text/plain" }],
    ["of no content type", { "content-type": "" }],
    ["multipart, where files are not accepted", { "content-type": "multipart/form-data; boundary=x" }],
    ["in another charset", { "content-type": "application/json; charset=utf-16" }],
    ["compressed", { ...json, "content-encoding": "gzip" }],
    ["a form in another charset", { "content-type": "application/x-www-form-urlencoded; charset=latin1" }],
  ])("is refused with 415 if it is %s", async (_what, headers) => {
    expect(await post('{"email":"a"}', headers)).toMatchObject({ status: 415, body: { message: expect.any(String) } });
  });

  it("may have 64 KB, and gets a 413 beyond that, with or without a Content-Length", async () => {
    const padded = (length: number) => `{"email":"${"x".repeat(length - 12)}"}`;
    expect((await post(padded(64 * 1024))).status).toBe(400);
    expect(await post(padded(64 * 1024 + 1))).toMatchObject({ status: 413, body: { message: expect.any(String) } });
    expect((await post(padded(3 * 1024 * 1024))).status).toBe(413);
    const chunked = await sendRaw(
      roomy,
      "POST /api/auth/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n" +
        `${(70_000).toString(16)}\r\n${"x".repeat(70_000)}\r\n0\r\n\r\n`,
    );
    expect(chunked).toContain("413");
  });

  it("that ends early is not counted as a server error", async () => {
    const before = await metricsOf("500");
    await new Promise<void>((resolve) => {
      const { hostname, port } = new URL(roomy);
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          "POST /api/auth/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
        );
        setImmediate(() => socket.destroy());
      });
      socket.on("close", () => resolve());
    });
    expect((await post("{}")).status).toBe(400);
    expect(await metricsOf("500")).toBe(before);
  });

  it("may declare its charset, and its unknown fields are ignored", async () => {
    const merchant = await newMerchant();
    const raw = JSON.stringify({
      email: uniqueEmail(),
      first_name: "A",
      last_name: "B",
      password: "a-password",
      extra: { deep: [1] },
    });
    const headers = { "content-type": 'application/json; charset="UTF-8"' };
    expect((await call(roomy, "POST", "/api/accounts", { token: merchant.token, raw, headers })).status).toBe(201);
  });

  it("has its text lengths counted in code points", async () => {
    const merchant = await newMerchant();
    const named = (first_name: string) =>
      call(roomy, "PATCH", `/api/accounts/${merchant.accountNumber}`, { token: merchant.token, json: { first_name } });
    expect((await named("😀".repeat(60))).status).toBe(200);
    expect((await named("😀".repeat(61))).status).toBe(400);
  });
});

describe("a credential", () => {
  it("is accepted only alone and in a valid form", async () => {
    const merchant = await newMerchant();
    const path = `/api/accounts/${merchant.accountNumber}`;
    for (const headers of [
      {},
      { authorization: `Bearer ${merchant.token}`, "x-svc-key": "svc_test_x" },
      { authorization: `Bearer ${merchant.token}`, "x-svc-key": "" },
      { authorization: `Basic ${merchant.token}` },
      { authorization: "Bearer" },
      { authorization: "" },
      { "x-svc-key": "" },
      { authorization: [`Bearer ${merchant.token}`, "Bearer x"] },
      { authorization: [`Bearer ${merchant.token}`, `Bearer ${merchant.token}`] },
    ]) {
      const { status, body } = await call(roomy, "GET", path, {
        headers: headers as Record<string, string | string[]>,
      });
      expect([status, body]).toEqual([401, { message: "Unauthorized" }]);
    }
    expect((await call(roomy, "GET", path, { headers: { authorization: `bearer ${merchant.token}` } })).status).toBe(
      200,
    );
  });
});

describe("an internal header", () => {
  it("is removed from requests: request id, client address, nonce", async () => {
    const [strict] = inject("product").strict;
    const headers = {
      "x-request-id": "chosen-by-client",
      "x-client-address": "9.9.9.9",
      "content-security-policy": "script-src 'nonce-mine'",
    };
    const reply = await call(strict, "GET", "/", { headers });
    expect(reply.headers["x-request-id"]).not.toBe("chosen-by-client");
    expect(reply.headers["content-security-policy"]).not.toContain("mine");
    expect(reply.text).not.toContain("nonce-mine");
  });

  it("of the policy gives all scripts of a page their nonce", async () => {
    const { text, headers } = await call(roomy, "GET", "/");
    const nonce = /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.[1];
    const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts.length).toBeGreaterThan(0);
    for (const attributes of scripts) expect(attributes).toContain(`nonce="${nonce}"`);
    expect(headers).toMatchObject({
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    });
    expect(headers["set-cookie"]).toBeUndefined();
    expect(headers["x-powered-by"]).toBeUndefined();
  });
});

it("liveness, readiness and metrics answer", async () => {
  expect(await call(roomy, "GET", "/healthz")).toMatchObject({ status: 200, body: { message: "OK" } });
  expect(await call(roomy, "GET", "/readyz")).toMatchObject({ status: 200, body: { message: "OK" } });
  await call(roomy, "GET", "/api/accounts/1234567890");
  const { status, text } = await call(roomy, "GET", "/metrics");
  expect(status).toBe(200);
  expect(text).toMatch(
    /tradewind_http_requests_total\{method="GET",path="\/accounts\/\{account_number\}",status="401"\} \d+/,
  );
  expect(text).toContain("process_cpu_seconds_total");
});

async function metricsOf(status: string): Promise<number> {
  const { text } = await call(roomy, "GET", "/metrics");
  return text
    .split("\n")
    .filter((line) => line.startsWith("tradewind_http_requests_total") && line.includes(`status="${status}"`)).length;
}
