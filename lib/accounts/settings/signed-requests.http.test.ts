import { beforeAll, describe, expect, inject, it } from "vitest";
import { requestSignatureOf } from "@/lib/checkout/request/request-signature";
import { db } from "@/lib/db/client";
import { merchantSecrets } from "@/lib/hash-keys/merchant-keys";
import { sandbox } from "@/lib/reference/sandbox";
import { allScopes } from "@/lib/reference/scopes";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { act, checkedIn, open, signIn } from "@/tests/support/http/dashboard";
import { minimalFields, post, send } from "@/tests/support/http/payments";

const { roomy } = inject("product");
const path = "/api/user/signed-requests";

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

const change = (json: object) => call(roomy, "PATCH", path, { token: merchant.token, json });

describe("the setting of signed requests", () => {
  it("is off until it is switched on, and PATCH changes only the environments given", async () => {
    const { body } = await call(roomy, "GET", path, { token: merchant.token });
    expect(body).toEqual({ message: "OK", data: { sandbox: false, live: false } });
    const first = await change({ sandbox: true });
    expect([first.status, first.body]).toEqual([200, { message: "OK", data: { sandbox: true, live: false } }]);
    expect((await change({ live: "1" })).body.data).toEqual({ sandbox: true, live: true });
    expect((await change({})).body.data).toEqual({ sandbox: true, live: true });
    expect((await change({ live: "0" })).body.data).toEqual({ sandbox: true, live: false });
    const refused = await change({ live: "yes" });
    expect([refused.status, refused.body.message]).toEqual([400, "The live must be 0, 1, true or false."]);
  });

  it("of the public sandbox accounts cannot be changed", async () => {
    const { status, body } = await call(roomy, "PATCH", path, { key: sandbox.apiKey, json: { sandbox: true } });
    expect([status, body.message]).toEqual([409, "The public sandbox accounts keep their settings."]);
  });

  it("is switched on without the password in the dashboard, and off only with it", async () => {
    const shop = await newMerchant();
    const browser = await signIn(shop);
    const save = (fields: object) => act(browser, "change-signed-requests", fields);
    expect((await save({ sandbox: "1", live: "1", password: "" })).status).toBe(200);
    const refused = await save({ sandbox: "1", live: "0" });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      { password: ["Enter your password to stop requiring signatures."] },
    ]);
    expect((await save({ sandbox: "1", live: "0", password: "not the password" })).status).toBe(400);
    const { text } = await open(browser, "/dashboard/test/checkout");
    expect(text).toContain("Needed only to stop requiring signatures.");
    expect((await save({ sandbox: "1", live: "0", password: shop.password })).body.data).toEqual({
      sandbox: true,
      live: false,
    });
  });

  it("is changed in the dashboard, too, whose page shows it, and every change is in the audit log", async () => {
    const { password } = merchant;
    const browser = await signIn(merchant);
    const answer = await act(browser, "change-signed-requests", { sandbox: "0", live: "1", password });
    expect([answer.status, answer.body.data]).toEqual([200, { sandbox: false, live: true }]);
    expect(await checkedIn(browser, "sandbox", "live")).toEqual(["live"]);
    const where = { accountNumber: merchant.accountNumber, action: "settings.changed" };
    const entries = await db().auditEntry.findMany({ where, orderBy: { sequence: "asc" } });
    expect(entries.map(({ detail }) => detail)).toEqual([
      { signedSandbox: true },
      { signedLive: true },
      { signedLive: false },
      { signedSandbox: false, signedLive: true },
    ]);
  });
});

describe("with signed requests required", () => {
  const fieldsOf = () => minimalFields(merchant.accountNumber) as Record<string, string>;
  beforeAll(() => change({ sandbox: true }));

  async function signed(fields: Record<string, string>) {
    const { signingSecret } = await merchantSecrets(merchant.accountNumber, "sandbox");
    const complete = { ...fields, request_timestamp: String(Math.floor(Date.now() / 1000)) };
    return { ...complete, request_signature: requestSignatureOf(complete, signingSecret) };
  }

  it("a browser form that carries a signature opens the page, and one without returns to the shop", async () => {
    const opened = await post(await signed(fieldsOf()));
    expect([opened.status, opened.headers.location]).toEqual([303, expect.stringContaining("/checkout/")]);
    const refused = await post(fieldsOf());
    const location = new URL(refused.headers.location ?? "");
    expect([refused.status, location.searchParams.get("status"), location.searchParams.get("message")]).toEqual([
      303,
      "error",
      "The request signature field is required.",
    ]);
  });

  it("an API key does not replace the signature, but opens sessions of stored cards without one", async () => {
    const { key } = await newKey(merchant, allScopes);
    const { status, body } = await send(fieldsOf(), { key });
    expect([status, body.message]).toEqual([400, "The request signature field is required."]);
    const json = { environment: "sandbox", response_url: "https://shop.example/return" };
    expect((await call(roomy, "POST", "/api/trusted-cards", { key, json })).status).toBe(200);
  });
});
