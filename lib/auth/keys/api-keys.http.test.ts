import { describe, expect, inject, it } from "vitest";
import { changeAccountType, findAccountOrThrow } from "@/lib/accounts/operate-accounts";
import { grant, type Merchant, newKey, newMerchant, openTestAccount } from "@/tests/support/http/accounts";
import { call, freshAddress } from "@/tests/support/http/client";

const { roomy } = inject("product");
const keys = (method: string, merchant: Pick<Merchant, "token">, path = "", json?: unknown) =>
  call(roomy, method, `/api/user/api-keys${path}`, { token: merchant.token, ...(json !== undefined && { json }) });
const wanted = { name: "Shop", environment: "sandbox", scopes: ["svc-accounts-retrieve"] };
const isAccepted = async (merchant: Merchant, key: string, as = freshAddress()) =>
  (await call(roomy, "GET", `/api/accounts/${merchant.accountNumber}`, { key, as })).status === 200;

describe("API keys", () => {
  it("are created with their secret shown once, used, listed, renamed and revoked", async () => {
    const merchant = await newMerchant();
    const created = await keys("POST", merchant, "", {
      ...wanted,
      cidrs: "10.0.0.0/8",
      expires_at: "2099-01-01T00:00:00Z",
    });
    expect(created.status).toBe(201);
    const { kid, key } = created.body.data;
    expect(key).toMatch(new RegExp(`^svc_test_${kid}_[0-9a-f]{64}$`));
    expect(kid).toMatch(/^[0-9a-f]{18}$/);
    expect(await isAccepted(merchant, key)).toBe(true);

    const listed = await keys("GET", merchant);
    expect(listed.body.data).toHaveLength(1);
    expect(listed.body.data[0]).toMatchObject({
      kid,
      name: "Shop",
      environment: "sandbox",
      cidrs: ["10.0.0.0/8"],
      last_used_at: expect.any(String),
    });
    expect(listed.text).not.toContain(key);

    const changed = await keys("PATCH", merchant, `/${kid}`, {
      name: "Till",
      cidrs: ["203.0.113.0/24"],
      expires_at: "never",
    });
    expect(changed.body.data).toMatchObject({ name: "Till", cidrs: ["203.0.113.0/24"], expires_at: null });
    expect(await isAccepted(merchant, key)).toBe(false);
    expect(await isAccepted(merchant, key, "203.0.113.8")).toBe(true);

    expect((await keys("DELETE", merchant, `/${kid}`)).body).toEqual({ message: "OK" });
    expect(await isAccepted(merchant, key, "203.0.113.8")).toBe(false);
    expect((await keys("DELETE", merchant, `/${kid}`)).status).toBe(404);
  });

  it("are rolled with an overlap in which both work, or without an overlap", async () => {
    const merchant = await newMerchant();
    const first = await newKey(merchant, ["svc-accounts-retrieve"]);
    const rolled = await keys("POST", merchant, `/${first.kid}/roll`, { overlap_seconds: 60 });
    expect(rolled.status).toBe(201);
    expect(rolled.body.data).toMatchObject({ name: "Test", scopes: ["svc-accounts-retrieve"], environment: "sandbox" });
    expect(await isAccepted(merchant, first.key)).toBe(true);
    expect(await isAccepted(merchant, rolled.body.data.key)).toBe(true);
    expect((await keys("POST", merchant, `/${first.kid}/roll`, {})).status).toBe(409);
    const again = await keys("POST", merchant, `/${rolled.body.data.kid}/roll`, { overlap_seconds: 0 });
    expect(await isAccepted(merchant, rolled.body.data.key)).toBe(false);
    expect(await isAccepted(merchant, again.body.data.key)).toBe(true);
  });

  it.each([
    ["no name", { name: undefined }, "The name field is required."],
    ["an unknown environment", { environment: "staging" }, "The environment must be one of live, sandbox."],
    ["no scopes", { scopes: [] }, "The scopes field has invalid values."],
    ["a broken range", { cidrs: ["10.0.0.0/99"] }, "The cidrs must be addresses or ranges such as 203.0.113.0/24."],
    ["a blank range", { cidrs: [""] }, "The cidrs must be addresses or ranges such as 203.0.113.0/24."],
    ["an octal address", { cidrs: ["010.0.0.1"] }, "The cidrs must be addresses or ranges such as 203.0.113.0/24."],
    [
      "an expiry on no day",
      { expires_at: "2027-02-31T00:00:00Z" },
      "The expires at must be a date and time such as 2027-01-31T00:00:00Z, or never.",
    ],
    ["an expiry in the past", { expires_at: "2020-01-01T00:00:00Z" }, "The expires at must be in the future."],
    [
      "an expiry that is not a date",
      { expires_at: "tomorrow" },
      "The expires at must be a date and time such as 2027-01-31T00:00:00Z, or never.",
    ],
    [
      "an expiry in month 13",
      { expires_at: "2027-13-01T00:00:00Z" },
      "The expires at must be a date and time such as 2027-01-31T00:00:00Z, or never.",
    ],
    ["a name that is too long", { name: "é".repeat(65) }, "The name may not be greater than 64 characters."],
  ])("are refused with %s", async (_case, change, message) => {
    const merchant = await newMerchant();
    expect(await keys("POST", merchant, "", { ...wanted, ...change })).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it("never get more scopes than the token that creates, changes or rolls them", async () => {
    const merchant = await newMerchant();
    const { kid } = await newKey(merchant, ["svc-withdrawals-all"]);
    const narrow = { token: (await grant(merchant, ["svc-user-all"])).body.access_token };
    expect((await keys("POST", narrow, "", { ...wanted, scopes: ["svc-withdrawals-all"] })).status).toBe(403);
    expect((await keys("PATCH", narrow, `/${kid}`, { scopes: ["svc-withdrawals-create"] })).status).toBe(403);
    expect((await keys("POST", narrow, `/${kid}/roll`, {})).status).toBe(403);
    expect(await keys("PATCH", narrow, `/${kid}`, { cidrs: ["10.0.0.0/8"] })).toMatchObject({
      status: 403,
      body: {
        message: "This key has scopes that this token does not have. This token can only rename or revoke the key.",
      },
    });
    expect((await keys("PATCH", narrow, `/${kid}`, { expires_at: "never" })).status).toBe(403);
    expect((await keys("PATCH", narrow, `/${kid}`, { name: "Till" })).status).toBe(200);
    expect((await keys("POST", narrow, "", { ...wanted, scopes: "svc-user-retrieve svc-user-update" })).status).toBe(
      201,
    );
  });

  it("are refused to personal accounts, and live keys to accounts confined to sandbox", async () => {
    const person = await newMerchant({ type: "PERSONAL", mayManageAccounts: false });
    for (const [method, path, json] of [
      ["GET", "", undefined],
      ["POST", "", { ...wanted, scopes: ["svc-user-retrieve"] }],
    ] as const) {
      expect((await keys(method, person, path, json)).status).toBe(403);
    }
    const confined = await newMerchant({ sandboxOnly: true });
    expect(await keys("POST", confined, "", { ...wanted, environment: "live" })).toMatchObject({
      status: 403,
      body: { message: "This account is confined to sandbox." },
    });
  });

  it("of another merchant answer like missing ones", async () => {
    const [owner, other] = [await newMerchant(), await newMerchant()];
    const { kid, key } = await newKey(owner, ["svc-accounts-retrieve"]);
    for (const id of [kid, "0".repeat(18), "nonsense"]) {
      expect(await keys("PATCH", other, `/${id}`, { name: "Mine" })).toMatchObject({
        status: 404,
        body: { message: "Not Found" },
      });
      expect(await keys("DELETE", other, `/${id}`)).toMatchObject({ status: 404, body: { message: "Not Found" } });
      expect(await keys("POST", other, `/${id}/roll`, {})).toMatchObject({
        status: 400,
        body: { message: "The selected kid is invalid." },
      });
    }
    expect(await isAccepted(owner, key)).toBe(true);
  });
});

describe("a test key", () => {
  it("may read but not change an account that can go live; a live key may do both", async () => {
    const merchant = await newMerchant();
    const scopes = ["svc-accounts-retrieve", "svc-accounts-update"] as const;
    const test = await newKey(merchant, scopes);
    const live = await newKey(merchant, scopes, { environment: "live" });
    const path = `/api/accounts/${merchant.accountNumber}`;
    expect(await isAccepted(merchant, test.key)).toBe(true);
    expect(await call(roomy, "PATCH", path, { key: test.key, json: { first_name: "New" } })).toMatchObject({
      status: 403,
      body: { message: "A test key cannot change the account." },
    });
    expect((await call(roomy, "PATCH", path, { key: live.key, json: { first_name: "New" } })).status).toBe(200);
  });

  it("may change an account that is confined to sandbox", async () => {
    const merchant = await newMerchant({ sandboxOnly: true });
    const { key } = await newKey(merchant, ["svc-accounts-update"]);
    expect(
      (await call(roomy, "PATCH", `/api/accounts/${merchant.accountNumber}`, { key, json: { first_name: "New" } }))
        .status,
    ).toBe(200);
  });

  it("is refused if its prefix, case or secret is changed", async () => {
    const merchant = await newMerchant();
    const { key } = await newKey(merchant, ["svc-accounts-retrieve"]);
    expect(await isAccepted(merchant, key.replace("svc_test_", "svc_live_"))).toBe(false);
    expect(await isAccepted(merchant, key.toUpperCase())).toBe(false);
    expect(await isAccepted(merchant, `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`)).toBe(false);
  });

  it("keeps working after a change of password, which ends every token", async () => {
    const merchant = await newMerchant();
    const { key } = await newKey(merchant, ["svc-accounts-retrieve"]);
    const path = `/api/accounts/${merchant.accountNumber}`;
    const json = { password: "Another-pass-1", old_password: merchant.password };
    expect((await call(roomy, "PATCH", path, { token: merchant.token, json })).status).toBe(200);
    expect((await call(roomy, "GET", path, { token: merchant.token })).status).toBe(401);
    expect(await isAccepted(merchant, key)).toBe(true);
    expect((await grant({ ...merchant, password: "Another-pass-1" }, ["svc-user-all"])).status).toBe(200);
  });
});

it("a key of an account that became personal is refused, and works again once it is a business account", async () => {
  const merchant = await newMerchant();
  const { key } = await newKey(merchant, ["svc-accounts-retrieve"]);
  const account = await findAccountOrThrow(merchant.accountNumber);
  expect(await isAccepted(merchant, key)).toBe(true);
  await changeAccountType(account, "PERSONAL");
  expect(await isAccepted(merchant, key)).toBe(false);
  expect((await keys("GET", merchant)).status).toBe(403);
  await changeAccountType(account, "BUSINESS");
  expect(await isAccepted(merchant, key)).toBe(true);
});

it("API keys and tokens keep working while the sign-in is locked out", async () => {
  const merchant = await newMerchant();
  const { key } = await newKey(merchant, ["svc-accounts-retrieve"]);
  const as = freshAddress();
  const guess = (password: string) =>
    call(roomy, "POST", "/api/auth/tokens", { as, json: { email: merchant.email, password, scopes: "svc-user-all" } });
  for (let turn = 0; turn < 10; turn++) await guess("wrong-password");
  expect((await guess(merchant.password)).status).toBe(401);
  expect(await isAccepted(merchant, key)).toBe(true);
  expect((await call(roomy, "GET", `/api/accounts/${merchant.accountNumber}`, { token: merchant.token })).status).toBe(
    200,
  );
  const unaffected = await openTestAccount();
  expect((await grant(unaffected, ["svc-user-all"])).status).toBe(200);
});
