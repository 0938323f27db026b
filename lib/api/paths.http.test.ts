import { describe, expect, inject, it } from "vitest";
import { fullPath } from "@/lib/http/message/endpoint";
import { newMerchant } from "@/tests/support/http/accounts";
import { call, sendRaw } from "@/tests/support/http/client";
import { endpoints } from "./endpoints";
import { gonePaths, replacementOf } from "./gone-paths";

const { roomy } = inject("product");
const concrete = (path: string) => path.replace(/\{\w+\}/g, "1");

describe("every path", () => {
  it.each(endpoints.map((contract) => [contract.method, fullPath(contract)] as const))(
    "%s %s answers the same with and without a trailing slash",
    async (method, path) => {
      const [plain, slashed] = await Promise.all([
        call(roomy, method, concrete(path)),
        call(roomy, method, `${concrete(path)}/`),
      ]);
      expect([200, 400, 401, 404]).toContain(plain.status);
      expect([slashed.status, slashed.body]).toEqual([plain.status, plain.body]);
      expect(plain.headers).toMatchObject({
        "x-api-version": "2.0.5",
        "x-request-id": expect.stringMatching(/^[0-9A-Z]{26}$/),
        "cache-control": "no-store",
      });
    },
  );

  it("answers 404 to every method if it is unknown under /api or below the sandbox's sessions", async () => {
    for (const path of [
      "/api",
      "/api/",
      "/api/nothing",
      "/api/auth",
      "/api/auth/tokens/x/y",
      "/api/user/api-keys/0/rolls",
      "/sandbox/sessions",
      "/sandbox/sessions/",
      "/sandbox/sessions/x",
      "/sandbox/sessions/x/nothing",
      "/sandbox/sessions/x/clock/y",
    ]) {
      for (const method of ["GET", "POST", "PUT", "OPTIONS", "PROPFIND"]) {
        const { status, body, headers } = await call(roomy, method, path);
        expect([status, body]).toEqual([404, { message: "Not Found" }]);
        expect(headers["x-api-version"]).toBe("2.0.5");
      }
    }
  });

  it("refuses a wrong method with 405 and an Allow header", async () => {
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

  it.each(gonePaths)("%s of release 1.0.5 answers 410 and names its replacement", async (path) => {
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

  it("is answered without a redirect in every spelling", async () => {
    for (const target of [
      "//api//accounts/1234567890",
      "/api/accounts/1234567890//",
      "/api\\accounts\\1234567890",
      "/x/../api/accounts/1234567890",
      "http://evil.example/api/accounts/1234567890",
    ]) {
      const reply = await sendRaw(roomy, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(reply).toMatch(/^HTTP\/1.1 401 /);
      expect(reply.toLowerCase()).toContain("x-api-version: 2.0.5");
      expect(reply.toLowerCase()).not.toContain("location:");
    }
    for (const target of ["/x/../api/auth/grant", "//api/auth//grant/"]) {
      expect(await sendRaw(roomy, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1.1 410 /,
      );
    }
  });

  it("under /api is answered by the API even with headers of Next.js", async () => {
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

  it("of Next.js that browsers do not need answers 404", async () => {
    for (const path of [
      "/_next/image?url=%2Fmetrics&w=64&q=75",
      "/_next/data/x.json",
      "/_global-error",
      "/_not-found",
    ]) {
      expect((await call(roomy, "GET", path)).status).toBe(404);
    }
  });

  it("of fifteen thousand slashes is answered in time", async () => {
    expect((await call(roomy, "GET", `/api/${"/".repeat(15_000)}x`)).status).toBe(404);
    expect((await call(roomy, "GET", `/api/${"%2f".repeat(4_000)}x`)).status).toBe(404);
  });

  it("answers 400 with a message and a request id if it is invalid, or if the request is not HTTP", async () => {
    for (const text of [
      "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      "GET / HTTP/1.1\r\nHost x\r\n\r\n",
      "NONSENSE\r\n\r\n",
    ]) {
      const reply = await sendRaw(roomy, text);
      expect(reply).toMatch(/^HTTP\/1.1 400 /);
      expect(reply.toLowerCase()).toContain("x-request-id: ");
      expect(reply).toContain('{"message":');
    }
    const tooLarge = await sendRaw(roomy, `GET / HTTP/1.1\r\nHost: x\r\nx-big: ${"x".repeat(40_000)}\r\n\r\n`);
    expect(tooLarge).toMatch(/^HTTP\/1.1 431 /);
  });

  it("refuses HTTP/1.1 without a Host header with 400 and the usual headers", async () => {
    const send = async (line: string) => {
      const [head = "", body = ""] = (await sendRaw(roomy, `${line}\r\nConnection: close\r\n\r\n`)).split("\r\n\r\n");
      const [status, ...headers] = head.toLowerCase().split("\r\n");
      // The server sends the body as one chunk, so one regular expression finds the whole JSON object.
      return { status, headers, body: JSON.parse(/\{.*\}/.exec(body)?.[0] ?? "null") };
    };
    const message = "The Host header is required.";
    const usual = [
      "content-type: application/json",
      "cache-control: no-store",
      "x-content-type-options: nosniff",
      "referrer-policy: no-referrer",
      expect.stringMatching(/^x-request-id: [0-9a-z]{26}$/),
    ];
    const api = [...usual, "x-api-version: 2.0.5", "x-frame-options: deny"];
    const refusal = (headers: unknown[], body: object) => ({
      status: "http/1.1 400 bad request",
      headers: expect.arrayContaining(headers),
      body,
    });
    expect(await send("GET /api/user/ HTTP/1.1")).toEqual(refusal(api, { message }));
    expect(await send("GET /dashboard HTTP/1.1")).toEqual(refusal(usual, { message }));
    for (const slash of ["", "/"]) {
      expect(await send(`POST /plugins/payments/request${slash} HTTP/1.1\r\nContent-Length: 0`)).toEqual(
        refusal(api, { url: "", message, transaction_id: "" }),
      );
    }
  });

  it("needs no Host header in HTTP/1.0", async () => {
    expect(await sendRaw(roomy, "GET /healthz HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1.1 200 /);
  });

  it("answers a client that asks for a protocol upgrade over HTTP/1.1", async () => {
    for (const protocol of ["h2c", "websocket"]) {
      const reply = await sendRaw(
        roomy,
        `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
      );
      expect(reply).toMatch(/^HTTP\/1.1 200 /);
    }
  });

  it("refuses a repeated or broken query parameter, even an unknown one", async () => {
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

  it("answers 400 if its encoding is invalid", async () => {
    expect(await call(roomy, "GET", "/api/accounts/%E0%A4%A")).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    });
    expect((await call(roomy, "GET", "/%ff")).status).toBe(400);
  });
});
