import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { openTestAccount, uniqueEmail } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";

const { production, metricsToken, logsDir } = inject("product");

describe("in production", () => {
  it("metrics require the token, on loopback too", async () => {
    const metrics = async (headers: Record<string, string>) =>
      (await call(production, "GET", "/metrics", { headers })).status;
    expect(await metrics({})).toBe(401);
    expect(await metrics({ authorization: "Bearer another" })).toBe(401);
    expect(await metrics({ authorization: `Bearer ${metricsToken}` })).toBe(200);
    expect(await metrics({ "x-forwarded-for": "203.0.113.1" })).toBe(401);
    expect(await metrics({ "x-forwarded-for": "203.0.113.1", authorization: `Bearer ${metricsToken}` })).toBe(200);
  });

  it("the dashboard's cookie is bound to the host, and signs in", async () => {
    const { email, password } = await openTestAccount();
    const { headers } = await call(production, "POST", "/dashboard/actions/sign-in", {
      json: { email, password },
      headers: { origin: "https://pay.example.com" },
      from: "127.0.9.2",
    });
    const [pair = "", ...attributes] = (headers["set-cookie"] ?? [])[0]?.split("; ") ?? [];
    expect(pair).toMatch(/^__Host-tradewind=./);
    expect(attributes.sort()).toEqual(["HttpOnly", "Path=/", "SameSite=Lax", "Secure"]);
    const open = async (cookie: string) =>
      (await call(production, "GET", "/dashboard/test", { headers: { cookie } })).status;
    expect([await open(pair), await open(pair.replace("__Host-", "__Secure-"))]).toEqual([200, 307]);
  });

  it("answers carry Strict-Transport-Security, and the sandbox is hidden", async () => {
    const { headers, text } = await call(production, "GET", "/");
    expect(headers["strict-transport-security"]).toContain("max-age=31536000");
    expect(text).not.toContain("sandbox.test");
  });

  it("idle connections stay open longer than the timeouts of common load balancers", async () => {
    expect((await call(production, "GET", "/healthz")).headers["keep-alive"]).toBe("timeout=75");
  });

  it("new passwords need twelve characters with a letter and a digit", async () => {
    const { email, password } = await openTestAccount();
    const form = { email, password, scopes: "svc-accounts-create" };
    const grant = await call(production, "POST", "/api/auth/tokens", { form, from: "127.0.9.1" });
    const create = (given: string) =>
      call(production, "POST", "/api/accounts", {
        token: grant.body.access_token,
        json: { email: uniqueEmail(), first_name: "A", last_name: "B", password: given },
      });
    expect(await create("short-but-1")).toMatchObject({
      status: 400,
      body: { message: "The password must be at least 12 characters." },
    });
    expect(await create("letters-alone")).toMatchObject({
      status: 400,
      body: { message: "The password must contain a letter and a digit." },
    });
    expect((await create("letters-and-1")).status).toBe(201);
  });

  it("an undeclared proxy is logged once", async () => {
    for (const client of ["203.0.113.1", "203.0.113.2"]) {
      await call(production, "GET", "/healthz", { headers: { "x-forwarded-for": client } });
    }
    const log = readFileSync(join(logsDir, "web-production.log"), "utf8");
    expect(log.match(/X-Forwarded-For came from a peer that is not in TRUSTED_PROXIES/g)).toHaveLength(1);
  });

  it("a token of another installation is refused", async () => {
    const { email, password } = await openTestAccount();
    const form = { email, password, scopes: "svc-user-all" };
    const { body } = await call(inject("product").roomy, "POST", "/api/auth/tokens", { form });
    expect((await call(production, "GET", "/api/user/api-keys", { token: body.access_token })).status).toBe(401);
  });
});
