import { describe, expect, inject, it } from "vitest";
import { newMerchant, openTestAccount } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";

const { strict, roomy } = inject("product");
const [one, other] = strict;

describe("5 requests per minute", () => {
  it("let exactly five of fifty parallel grants pass, over two processes and one address", async () => {
    const { email, password } = await openTestAccount();
    const form = { email, password, scopes: "svc-user-all" };
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        call(turn % 2 ? one : other, "POST", "/api/auth/tokens", { form, from: "127.0.7.1" }),
      ),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(refused).toHaveLength(45);
    for (const { body, headers } of refused) {
      expect(body).toEqual({ message: "Too Many Attempts." });
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
      expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60);
    }
    for (const { headers } of replies) {
      expect(headers["ratelimit-policy"]).toBe('"default";q=5;w=60');
      expect(headers.ratelimit).toMatch(/^"default";r=\d;t=\d+$/);
    }
  });

  it("are counted by the socket's address and not by headers of the client", async () => {
    const form = { email: "unknown@example.com", password: "wrong-password", scopes: "svc-user-all" };
    const statuses = [];
    for (let turn = 1; turn <= 6; turn++) {
      const headers = {
        "x-forwarded-for": `203.0.113.${turn}`,
        "x-client-address": `203.0.113.${turn}`,
        "x-real-ip": `203.0.113.${turn}`,
        forwarded: `for=203.0.113.${turn}`,
      };
      statuses.push((await call(one, "POST", "/api/auth/tokens", { form, from: "127.0.7.2", headers })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await call(one, "POST", "/api/auth/tokens", { form, from: "127.0.7.3" })).status).toBe(401);
  });

  it("are counted for an account over all its credentials and addresses", async () => {
    const merchant = await newMerchant();
    const json = { name: "Test", environment: "sandbox", scopes: ["svc-accounts-retrieve"] };
    const { body } = await call(roomy, "POST", "/api/user/api-keys", { token: merchant.token, json });
    const path = `/api/accounts/${merchant.accountNumber}`;
    const statuses = [];
    for (let turn = 1; turn <= 6; turn++) {
      const credential = turn % 2 ? { token: merchant.token } : { key: body.data.key };
      statuses.push(
        (await call(turn % 3 ? one : other, "GET", path, { ...credential, from: `127.0.8.${turn}` })).status,
      );
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
