import { connect } from "node:net";
import { describe, expect, inject, it } from "vitest";
import { newMerchant, uniqueEmail } from "@/e2e/support/accounts";
import { call } from "@/e2e/support/client";
import { endpoints } from "@/lib/api/endpoints";
import { gonePaths, replacementOf } from "./gone-paths";

const { roomy } = inject("product");
const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const post = (raw: string | Uint8Array, headers: Record<string, string> = json) =>
  call(roomy, "POST", "/api/auth/tokens", { raw, headers });
const concrete = (path: string) => path.replace(/\{\w+\}/g, "1");

describe("every path", () => {
  it.each(endpoints.map(({ method, path }) => [method, path] as const))(
    "%s %s answers the same with and without a trailing slash",
    async (method, path) => {
      const [plain, slashed] = await Promise.all([
        call(roomy, method, `/api${concrete(path)}`),
        call(roomy, method, `/api${concrete(path)}/`),
      ]);
      expect([400, 401]).toContain(plain.status);
      expect([slashed.status, slashed.body]).toEqual([plain.status, plain.body]);
      expect(plain.headers).toMatchObject({
        "x-api-version": "2.0.5",
        "x-request-id": expect.stringMatching(/^[0-9A-Z]{26}$/),
        "cache-control": "no-store",
      });
    },
  );

  it("that is unknown under /api is 404, whatever the method", async () => {
    for (const path of [
      "/api",
      "/api/",
      "/api/nothing",
      "/api/auth",
      "/api/auth/tokens/x/y",
      "/api/user/api-keys/0/rolls",
    ]) {
      for (const method of ["GET", "POST", "PUT", "OPTIONS", "PROPFIND"]) {
        const { status, body, headers } = await call(roomy, method, path);
        expect([status, body]).toEqual([404, { message: "Not Found" }]);
        expect(headers["x-api-version"]).toBe("2.0.5");
      }
    }
  });

  it("that is known refuses a wrong method with 405 and the right ones", async () => {
    for (const [path, allow] of [
      ["/auth/tokens", "DELETE, POST"],
      ["/accounts", "POST"],
      ["/accounts/1234567890/", "DELETE, GET, HEAD, PATCH"],
      ["/user/api-keys", "GET, HEAD, POST"],
      ["/openapi.json", "GET, HEAD"],
    ]) {
      for (const method of ["PUT", "OPTIONS", "PROPFIND"]) {
        const { status, body, headers } = await call(roomy, method, `/api${path}`);
        expect([status, body, headers.allow]).toEqual([405, { message: "Method Not Allowed" }, allow]);
      }
    }
  });

  it.each(gonePaths)("of 1.0.5, %s, is 410 and names its successor", async (path) => {
    for (const [method, slash] of [
      ["GET", ""],
      ["POST", "/"],
      ["DELETE", ""],
    ]) {
      const { status, body } = await call(roomy, method ?? "", `/api${path}${slash}`);
      expect(status).toBe(410);
      expect(body.message).toContain(replacementOf(path));
    }
  });

  it("however it is spelled is answered where it stands, never with a redirect", async () => {
    for (const target of [
      "//api//accounts/1234567890",
      "/api/accounts/1234567890//",
      "/api\\accounts\\1234567890",
      "/x/../api/accounts/1234567890",
      "http://evil.example/api/accounts/1234567890",
    ]) {
      const reply = await sendRaw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(reply).toMatch(/^HTTP\/1.1 401 /);
      expect(reply.toLowerCase()).toContain("x-api-version: 2.0.5");
      expect(reply.toLowerCase()).not.toContain("location:");
    }
    for (const target of ["/x/../api/auth/grant", "//api/auth//grant/"]) {
      expect(await sendRaw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 410 /,
      );
    }
  });

  it("under /api is answered by the API, whatever headers of Next.js a client sends", async () => {
    for (const headers of [
      { rsc: "1" },
      { rsc: "1", "next-router-prefetch": "1" },
      { "next-action": "x" },
      { "x-middleware-subrequest": "proxy" },
    ]) {
      expect(
        await call(roomy, "GET", "/api/accounts/1234567890", { headers: headers as Record<string, string> }),
      ).toMatchObject({ status: 401, body: { message: "Unauthorized" } });
      expect(
        (await call(roomy, "POST", "/api/auth/tokens?_rsc=1", { json: {}, headers: headers as Record<string, string> }))
          .status,
      ).toBe(400);
    }
  });

  it("of Next.js's own that browsers do not need is 404", async () => {
    for (const path of [
      "/_next/image?url=%2Fmetrics&w=64&q=75",
      "/_next/data/x.json",
      "/_global-error",
      "/_not-found",
    ]) {
      expect((await call(roomy, "GET", path)).status).toBe(404);
    }
  });

  it("of fifteen thousand slashes takes no longer than any other", async () => {
    const started = performance.now();
    await call(roomy, "GET", `/api/${"/".repeat(15_000)}x`);
    await call(roomy, "GET", `/api/${"%2f".repeat(4_000)}x`);
    expect(performance.now() - started).toBeLessThan(400);
  });

  it("that is no path, or no HTTP at all, is 400 with a message and a request id", async () => {
    for (const text of [
      "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      "GET / HTTP/1.1\r\nHost x\r\n\r\n",
      "NONSENSE\r\n\r\n",
    ]) {
      const reply = await sendRaw(text);
      expect(reply).toMatch(/^HTTP\/1.1 400 /);
      expect(reply.toLowerCase()).toContain("x-request-id: ");
      expect(reply).toContain('{"message":');
    }
    const tooLarge = await sendRaw(`GET / HTTP/1.1\r\nHost: x\r\nx-big: ${"x".repeat(40_000)}\r\n\r\n`);
    expect(tooLarge).toMatch(/^HTTP\/1.1 431 /);
  });

  it("answers a client that would rather speak another protocol in this one", async () => {
    for (const protocol of ["h2c", "websocket"]) {
      const reply = await sendRaw(
        `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
      );
      expect(reply).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  it("refuses a query parameter that is given twice or broken, needed or not", async () => {
    const merchant = await newMerchant();
    for (const query of ["a=1&a=2", "a=%00", "a=%", "__proto__=1"]) {
      expect(
        (await call(roomy, "GET", `/api/accounts/${merchant.accountNumber}?${query}`, { token: merchant.token }))
          .status,
      ).toBe(400);
    }
    expect(
      (await call(roomy, "GET", `/api/accounts/${merchant.accountNumber}%20`, { token: merchant.token })).status,
    ).toBe(404);
  });

  it("that is not correctly encoded is 400", async () => {
    expect(await call(roomy, "GET", "/api/accounts/%E0%A4%A")).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    });
    expect((await call(roomy, "GET", "/%ff")).status).toBe(400);
  });
});

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
    ["bytes that are no UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), json],
  ])("with %s is 400", async (_what, raw, headers) => {
    const { status, body } = await post(raw, headers);
    expect(status).toBe(400);
    expect(body.message).toEqual(expect.any(String));
    expect(body.errors).toBeUndefined();
  });

  it.each([
    ["text/plain", { "content-type": "text/plain" }],
    ["no type at all", { "content-type": "" }],
    ["multipart where no file is taken", { "content-type": "multipart/form-data; boundary=x" }],
    ["another charset", { "content-type": "application/json; charset=utf-16" }],
    ["compressed", { ...json, "content-encoding": "gzip" }],
    ["of another charset in a form", { "content-type": "application/x-www-form-urlencoded; charset=latin1" }],
  ])("that is %s is 415", async (_what, headers) => {
    expect(await post('{"email":"a"}', headers)).toMatchObject({ status: 415, body: { message: expect.any(String) } });
  });

  it("of 64 KB is read, of one byte more is 413, with or without a declared length", async () => {
    const padded = (length: number) => `{"email":"${"x".repeat(length - 12)}"}`;
    expect((await post(padded(64 * 1024))).status).toBe(400);
    expect(await post(padded(64 * 1024 + 1))).toMatchObject({ status: 413, body: { message: expect.any(String) } });
    expect((await post(padded(3 * 1024 * 1024))).status).toBe(413);
    const chunked = await sendRaw(
      "POST /api/auth/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n" +
        `${(70_000).toString(16)}\r\n${"x".repeat(70_000)}\r\n0\r\n\r\n`,
    );
    expect(chunked).toContain("413");
  });

  it("that breaks off is nobody's failure but the client's", async () => {
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

  it("may say its charset, and unknown fields are ignored", async () => {
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

  it("counts lengths in code points", async () => {
    const merchant = await newMerchant();
    const named = (first_name: string) =>
      call(roomy, "PATCH", `/api/accounts/${merchant.accountNumber}`, { token: merchant.token, json: { first_name } });
    expect((await named("😀".repeat(60))).status).toBe(200);
    expect((await named("😀".repeat(61))).status).toBe(400);
  });
});

describe("a credential", () => {
  it("is exactly one", async () => {
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

describe("what only we may set", () => {
  it("is taken away: request id, client address, nonce", async () => {
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

  it("a page's scripts all carry the nonce of its policy", async () => {
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

function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(roomy);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.on("data", (chunk) => (received += chunk));
    socket.on("end", () => resolve(received));
    socket.on("error", reject);
  });
}
