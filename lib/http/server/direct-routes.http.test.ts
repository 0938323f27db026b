import { describe, expect, inject, it } from "vitest";
import { endpoints } from "@/lib/api/endpoints";
import { fullPath } from "@/lib/http/message/endpoint";
import { newKey, newMerchant } from "@/tests/support/http/accounts";
import { type CallOptions, call, sendRaw } from "@/tests/support/http/client";

/** Next.js serves all requests of the second process. */
const [direct, overNext] = inject("product").strict;

/** Headers that differ from answer to answer, or that depend on how the bytes are sent. */
const unstable =
  /^(date|x-request-id|ratelimit|retry-after|content-length|transfer-encoding|connection|keep-alive|vary)$/;
/** Ids are ULIDs, some with a proof. */
const withoutIds = (text: string) =>
  text.replace(/nonce(-|=")[^'"]+/g, "nonce-…").replace(/(SB-)?[0-7][0-9A-HJKMNP-TV-Z]{25}(\.[\w-]+)?/g, "…");

let addresses = 0;

async function answerOf(origin: string, method: string, path: string, options: CallOptions) {
  const { status, headers, text } = await call(origin, method, path, options);
  const stable = Object.entries(headers).filter(([name]) => !unstable.test(name));
  const shown = stable.map(([name, value]) => [name, withoutIds(String(value))]);
  // Pages contain a nonce, and metrics are those of the process. Only answers of the API are compared as a whole.
  const isJson = String(headers["content-type"]).startsWith("application/json");
  return { status, text: isJson ? withoutIds(text) : "", headers: Object.fromEntries(shown) };
}

/** Sends a request both ways, from an address of its own, so that no rate limit is reached. */
async function expectSame(method: string, path: string, options: CallOptions = {}) {
  addresses += 1;
  const from = `127.7.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
  const [one, other] = await Promise.all(
    [direct, overNext].map((origin) => answerOf(origin, method, path, { from, ...options })),
  );
  expect(one, `${method} ${path}`).toEqual(other);
  return one;
}

const concrete = (path: string) => path.replace(/\{\w+\}/g, "1");
const allPaths = [...new Set(endpoints.map((contract) => concrete(fullPath(contract))))];
/** A process loads each route file with its first request, which takes most of the time. */
const paths = inject("isDeep") ? allPaths : allPaths.filter((_path, index) => index % 8 === 0);
const plain = ["/healthz", "/readyz", "/pictures/1", "/checkout/1/challenge", "/challenge/1", "/demo/orders"];

describe("the listener and Next.js give the same answer", () => {
  it.each([...paths, ...plain])("to every method at %s", async (path) => {
    const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    await Promise.all(methods.map((method) => expectSame(method, path)));
  });

  it("to paths that are unknown, encoded, or end with a slash", async () => {
    const odd = [
      "/api",
      "/api/",
      "/api/nothing/at/all",
      "/api/%61ccounts",
      "/api/accounts/%31/",
      "/plugins/x",
      "/HEALTHZ",
    ];
    for (const path of [...odd, "/healthz/", "/api/accounts/1?x=%zz", "/api/accounts/1?a=1&a=2", "/checkout/1/pay/x"]) {
      await expectSame("GET", path);
      await expectSame("POST", path);
    }
  });

  it("to credentials and bodies of all kinds", async () => {
    // Other tests use up the rate limits of the sandbox merchant.
    const merchant = await newMerchant();
    const { key } = await newKey(merchant, ["svc-accounts-all"]);
    const account = `/api/accounts/${merchant.accountNumber}`;
    expect(await expectSame("GET", account, { key })).toMatchObject({ status: 200 });
    await expectSame("GET", account, { key: "svc_test_none" });
    await expectSame("GET", `${account}0`, { key });
    const pay = "/plugins/payments/request";
    const html = { accept: "text/html,application/xhtml+xml", "content-type": "application/x-www-form-urlencoded" };
    for (const options of [
      { json: {} },
      { raw: "{" },
      { raw: "", headers: { "content-type": "application/json" } },
      { raw: "x".repeat(70_000), headers: { "content-type": "application/json" } },
      { raw: "<a/>", headers: { "content-type": "text/xml" } },
      { raw: "{}", headers: { "content-type": "application/json", "content-encoding": "gzip" } },
      { form: { account_number: merchant.accountNumber } },
      { raw: "a=1", headers: html },
    ]) {
      await expectSame("POST", pay, options);
      await expectSame("POST", "/api/auth/tokens", options);
      await expectSame("POST", "/checkout/1/pay", options);
    }
  });

  it("to an unknown method, and to requests that follow each other on one connection", async () => {
    const request = (line: string, ...headers: string[]) => [line, "Host: x", ...headers, "", ""].join("\r\n");
    const text =
      request("PROPFIND /api/accounts HTTP/1.1") +
      request("POST /api/accounts HTTP/1.1", "Content-Length: 2", "Content-Type: application/json").concat("{}") +
      request("GET /api/none HTTP/1.1") +
      request("GET /healthz HTTP/1.1", "Connection: close");
    const statuses = async (origin: string) =>
      [...(await sendRaw(origin, text)).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);
    expect(await statuses(direct)).toEqual(["405", "401", "404", "200"]);
    expect(await statuses(overNext)).toEqual(await statuses(direct));
  });
});
