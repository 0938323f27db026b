import { describe, expect, inject, it } from "vitest";
import { sandbox } from "@/lib/reference/sandbox";
import { allScopes } from "@/lib/reference/scopes";
import { grant, type Merchant, newKey, newMerchant, openTestAccount } from "@/tests/support/http/accounts";
import { call, freshAddress } from "@/tests/support/http/client";

const { roomy, production, strict } = inject("product");
const chosen = "Another-2026";

const change = (merchant: Pick<Merchant, "token" | "password">, changes: Record<string, unknown> = {}, as?: string) =>
  call(roomy, "PATCH", "/api/user/password", {
    token: merchant.token,
    json: { old_password: merchant.password, new_password: chosen, confirm_password: chosen, ...changes },
    as: as ?? freshAddress(),
  });

describe("the password", () => {
  it("is changed with the old one, which ends every token but no API key", async () => {
    const merchant = await newMerchant();
    const other = (await grant(merchant, ["svc-user-retrieve"])).body;
    const { key } = await newKey(merchant, ["svc-user-retrieve"]);
    const { status, body } = await change(merchant);
    expect([status, body]).toEqual([200, { message: "OK" }]);

    const profile = async (credential: { token?: string; key?: string }) =>
      (await call(roomy, "GET", "/api/user/", credential)).status;
    expect(await profile(merchant)).toBe(401);
    expect(await profile({ token: other.access_token })).toBe(401);
    const refresh = { refresh_token: other.refresh_token };
    expect((await call(roomy, "POST", "/api/auth/tokens/refresh", { form: refresh, as: freshAddress() })).status).toBe(
      401,
    );
    expect(await profile({ key })).toBe(200);
    expect((await grant(merchant, ["svc-user-all"])).status).toBe(401);
    expect((await grant({ ...merchant, password: chosen }, ["svc-user-all"])).status).toBe(200);
  });

  it.each([
    ["a wrong old password", { old_password: "not-it-at-all" }, "old_password", "The old password is incorrect."],
    ["no old password", { old_password: "" }, "old_password", "The old password field is required."],
    ["no new password", { new_password: null }, "new_password", "The new password field is required."],
    ["no confirmation", { confirm_password: " " }, "confirm_password", "The confirm password field is required."],
    [
      "a different confirmation",
      { confirm_password: `${chosen} ` },
      "confirm_password",
      "The confirm password must match the new password.",
    ],
    [
      "a short new password",
      { new_password: "1234567" },
      "new_password",
      "The new password must be at least 8 characters.",
    ],
    [
      "a long new password",
      { new_password: "x".repeat(73) },
      "new_password",
      "The new password may not be greater than 72 characters.",
    ],
  ])("is not changed with %s", async (_case, changes, field, message) => {
    const merchant = await newMerchant();
    expect(await change(merchant, changes)).toMatchObject({
      status: 400,
      body: { message, errors: { [field]: [message] } },
    });
    expect((await grant(merchant, ["svc-user-all"])).status).toBe(200);
  });

  it("cannot be changed to the same password", async () => {
    const merchant = await newMerchant();
    const same = { new_password: merchant.password, confirm_password: merchant.password };
    expect(await change(merchant, same)).toMatchObject({
      status: 400,
      body: { message: "The new password must be different from the old password." },
    });
  });

  it("is changed once by concurrent requests", async () => {
    const merchant = await newMerchant();
    const replies = await Promise.all(
      ["First-2026", "Second-2026", "Third-2026"].map((password) =>
        change(merchant, { new_password: password, confirm_password: password }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.every(({ status }) => [200, 400, 401].includes(status))).toBe(true);
  });

  it("cannot be changed by an API key, nor for a public sandbox account", async () => {
    const merchant = await newMerchant();
    const { key } = await newKey(merchant, allScopes, { environment: "live" });
    const json = { old_password: merchant.password, new_password: chosen, confirm_password: chosen };
    const message = "An API key cannot change the password.";
    expect(await call(roomy, "PATCH", "/api/user/password", { key, json })).toMatchObject({
      status: 403,
      body: { message },
    });
    const person = { email: sandbox.person.email, password: sandbox.password };
    const token = (await grant(person, ["svc-user-update"])).body.access_token;
    expect((await change({ ...person, token })).status).toBe(409);
  });

  it("cannot be guessed with a stolen token: after ten attempts even the right one is refused", async () => {
    const merchant = await newMerchant();
    const thief = "203.0.113.7";
    for (let attempt = 0; attempt < 10; attempt++) await change(merchant, { old_password: `guess-${attempt}` }, thief);
    expect((await change(merchant, {}, thief)).body.message).toBe("The old password is incorrect.");
    expect((await change(merchant, {}, "198.51.100.7")).status).toBe(200);
  });

  it("can be changed at most three times a minute, counted over all processes", async () => {
    const merchant = await newMerchant();
    const statuses = [];
    for (const origin of [strict[0], strict[1], strict[0], strict[1]]) {
      const options = { token: merchant.token, json: {} };
      statuses.push((await call(origin, "PATCH", "/api/user/password", options)).status);
    }
    expect(statuses).toEqual([400, 400, 400, 429]);
  });

  it("needs twelve characters with a letter and a digit in production", async () => {
    const { email, password } = await openTestAccount();
    const form = { email, password, scopes: "svc-user-update" };
    const { body } = await call(production, "POST", "/api/auth/tokens", { form, from: "127.0.9.2" });
    const changeTo = (newPassword: string) =>
      call(production, "PATCH", "/api/user/password", {
        token: body.access_token,
        json: { old_password: password, new_password: newPassword, confirm_password: newPassword },
      });
    expect((await changeTo("short-but-1")).body.message).toBe("The new password must be at least 12 characters.");
    expect((await changeTo("letters-alone")).body.message).toBe("The new password must contain a letter and a digit.");
    expect((await changeTo("letters-and-1")).status).toBe(200);
  });
});
