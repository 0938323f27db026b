import { describe, expect, inject, it } from "vitest";
import { grant, newKey, newMerchant, openTestAccount } from "@/tests/support/http/accounts";
import { call, freshAddress } from "@/tests/support/http/client";
import { openWithFactor } from "@/tests/support/in-process/second-factor";

const { roomy } = inject("product");
const tokens = (method: string, options = {}) =>
  call(roomy, method, "/api/auth/tokens", { as: freshAddress(), ...options });
const incorrect = {
  message: "The user credentials were incorrect.",
  error: "invalid_credentials",
  error_description: "The user credentials were incorrect.",
};

const decodeToken = (token: string) =>
  token
    .split(".")
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));

describe("POST /auth/tokens", () => {
  it.each(["json", "form"] as const)("exchanges credentials for tokens, sent as %s", async (encoding) => {
    const { email, password } = await openTestAccount();
    const { status, body } = await tokens("POST", {
      [encoding]: { email: email.toUpperCase(), password, scopes: "svc-user-all svc-withdrawals-create" },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      message: "OK",
      token_type: "Bearer",
      expires_in: 43_200,
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      refresh_token: expect.any(String),
    });
    const [header, payload] = decodeToken(body.access_token);
    expect(header).toMatchObject({ alg: "EdDSA", typ: "at+jwt" });
    expect(payload).toMatchObject({
      aud: `${inject("product").publicUrl}/api`,
      scope: "svc-user-all svc-withdrawals-create",
    });
    expect(payload.exp - payload.iat).toBe(43_200);
  });

  it.each([
    ["no email", { email: undefined }, "The email field is required."],
    ["a blank email", { email: "  " }, "The email field is required."],
    ["an invalid email", { email: "not-an-address" }, "The email must be a valid email address."],
    ["no password", { password: undefined }, "The password field is required."],
    ["a short password", { password: "1234567" }, "The password must be at least 8 characters."],
    ["no scopes", { scopes: undefined }, "The scopes field is required."],
    ["an unknown scope", { scopes: "svc-user-all svc-user-fly" }, "The scopes field has invalid values."],
    ["a scope of 1.0.5", { scopes: "wapi-trans-all" }, "The scopes field has invalid values."],
  ])("answers 400 to %s", async (_case, change, message) => {
    const { status, body } = await tokens("POST", {
      json: { email: "a@example.com", password: "a-password", scopes: "svc-user-all", ...change },
    });
    expect(status).toBe(400);
    expect(body.message).toBe(message);
    expect(Object.values(body.errors)).toEqual([[message]]);
  });

  it("names the first wrong field and lists them all", async () => {
    const { body } = await tokens("POST", { json: {} });
    expect(body.message).toBe("The email field is required.");
    expect(Object.keys(body.errors)).toEqual(["email", "password", "scopes"]);
  });

  it("answers a wrong password and an unknown email alike", async () => {
    const { email } = await openTestAccount();
    for (const address of [email, "unknown@example.com"]) {
      const { status, body } = await tokens("POST", {
        json: { email: address, password: "wrong-password", scopes: "svc-user-all" },
      });
      expect([status, body]).toEqual([401, incorrect]);
    }
  });

  it("accepts the second factor as otp in JSON and forms, and answers a missing or wrong one like a wrong password", async () => {
    const { account, recoveryCodes } = await openWithFactor(() => {});
    const grantWith = (encoding: "json" | "form", otp: object) =>
      tokens("POST", {
        [encoding]: { email: account.email, password: account.password, scopes: "svc-user-all", ...otp },
      });
    for (const [index, encoding] of (["json", "form"] as const).entries()) {
      for (const otp of [{}, { otp: " " }, { otp: "000000" }])
        expect(await grantWith(encoding, otp)).toMatchObject({ status: 401, body: incorrect });
      expect((await grantWith(encoding, { otp: recoveryCodes[index] })).status).toBe(200);
    }
  });

  it.each([
    ["PERSONAL", "svc-trusted-cards-all"],
    ["PERSONAL", "svc-transactions-all"],
    ["PERSONAL", "svc-transactions-refund-request"],
    ["BUSINESS", "svc-accounts-retrieve"],
  ] as const)("answers 403 to a %s account that asks for %s", async (type, scope) => {
    const account = await openTestAccount({ type, mayManageAccounts: false });
    const { status, body } = await grant(account, ["svc-user-all", scope]);
    expect([status, body]).toEqual([403, { message: "Forbidden" }]);
  });
});

describe("POST /auth/tokens/refresh", () => {
  it("returns new tokens, the same ones to parallel requests, and refuses other values", async () => {
    const account = await openTestAccount();
    const first = (await grant(account, ["svc-user-all"])).body;
    const refresh = (refresh_token?: string) =>
      call(roomy, "POST", "/api/auth/tokens/refresh", { json: { refresh_token }, as: freshAddress() });
    const [one, other] = await Promise.all([refresh(first.refresh_token), refresh(first.refresh_token)]);
    expect(one.status).toBe(200);
    expect(one.body).toEqual(other.body);
    expect(Object.keys(one.body)).toEqual(Object.keys(first));
    expect(await refresh("nonsense")).toMatchObject({
      status: 401,
      body: { message: "The refresh token is invalid." },
    });
    expect(await refresh(first.access_token)).toMatchObject({ status: 401 });
    expect(await refresh()).toMatchObject({ status: 400, body: { message: "The refresh token field is required." } });
  });
});

describe("DELETE /auth/tokens", () => {
  it("ends the access token and its refresh token, but no other token of the account", async () => {
    const account = await openTestAccount();
    const { access_token, refresh_token } = (await grant(account, ["svc-user-all"])).body;
    const other = (await grant(account, ["svc-user-all"])).body;
    const revoked = await tokens("DELETE", { token: access_token });
    expect([revoked.status, revoked.body]).toEqual([200, { message: "OK" }]);
    expect(await tokens("DELETE", { token: access_token })).toMatchObject({
      status: 401,
      body: { message: "Unauthorized" },
    });
    const refreshed = await call(roomy, "POST", "/api/auth/tokens/refresh", { json: { refresh_token } });
    expect(refreshed.status).toBe(401);
    expect((await tokens("DELETE", { token: other.access_token })).status).toBe(200);
  });

  it("answers 400 to an API key", async () => {
    const merchant = await newMerchant();
    const { key } = await newKey(merchant, ["svc-user-retrieve"]);
    const { status, body } = await tokens("DELETE", { key });
    expect([status, body]).toEqual([400, { message: "Token revocation is not supported for API keys." }]);
  });
});
