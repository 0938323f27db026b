import { beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { newUlid } from "@/lib/kit/ids";
import { debitForcibly, giveOpeningBalance, holdFunds, payHeld } from "@/lib/ledger/post";
import { sandbox } from "@/lib/reference/sandbox";
import { grant, type Merchant, newKey, newMerchant, uniqueEmail } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { enter, open, signedOutBrowser } from "@/tests/support/http/dashboard";
import { ticketFor } from "@/tests/support/http/members";
import { act, openCheckout } from "@/tests/support/http/payments";
import { seedSandbox } from "./seed-sandbox";

const { roomy } = inject("product");
const accounts = (method: string, merchant: Pick<Merchant, "token">, path = "", json?: unknown, headers = {}) =>
  call(roomy, method, `/api/accounts${path}`, { token: merchant.token, headers, ...(json !== undefined && { json }) });
const person = () => ({ email: uniqueEmail(), first_name: "Ann", last_name: "Lee", password: "a-password" });

describe("accounts", () => {
  let refused: Merchant;
  beforeAll(async () => {
    refused = await newMerchant();
  });

  it("are created, retrieved, updated and deleted", async () => {
    const merchant = await newMerchant({ homePlatform: "JM" });
    const created = await accounts("POST", merchant, "", {
      ...person(),
      email: "  MiXed@Example.com ".replace("MiXed", uniqueEmail().split("@")[0] ?? ""),
      phone: "+18765550123",
    });
    expect(created.status).toBe(201);
    expect(created.body).toEqual({ message: "Created", data: { account_number: expect.stringMatching(/^\d{10}$/) } });
    const path = `/${created.body.data.account_number}`;

    const read = await accounts("GET", merchant, path);
    expect(read.body).toEqual({
      message: "OK",
      data: {
        account_number: created.body.data.account_number,
        type: "PERSONAL",
        email: expect.stringMatching(/^m\w+@example\.com$/),
        first_name: "Ann",
        last_name: "Lee",
        phone: "+18765550123",
        country_code: "JM",
        verified: false,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    });

    const changed = await accounts("PATCH", merchant, path, {
      first_name: " Bea ",
      type: "BUSINESS",
      verified: true,
      country_code: "TT",
    });
    expect(changed.body.data).toEqual({ ...read.body.data, first_name: "Bea" });

    expect((await accounts("DELETE", merchant, path)).body).toEqual({ message: "OK" });
    expect(await accounts("GET", merchant, path)).toMatchObject({ status: 404, body: { message: "Not Found" } });
    expect((await accounts("DELETE", merchant, path)).status).toBe(404);
  });

  it("keep their password as an argon2id hash with the cost that OWASP recommends", async () => {
    const merchant = await newMerchant();
    const { body } = await accounts("POST", merchant, "", person());
    const { passwordHash } = await db().account.findUniqueOrThrow({
      where: { accountNumber: body.data.account_number },
      omit: { passwordHash: false },
    });
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("are refused with an address that is taken, which is free again after deletion", async () => {
    const merchant = await newMerchant();
    const ann = person();
    const first = await accounts("POST", merchant, "", ann);
    expect(await accounts("POST", merchant, "", { ...ann, email: ann.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { message: "An account with this email already exists." },
    });
    const other = await accounts("POST", merchant, "", person());
    expect((await accounts("PATCH", merchant, `/${other.body.data.account_number}`, { email: ann.email })).status).toBe(
      409,
    );
    await accounts("DELETE", merchant, `/${first.body.data.account_number}`);
    expect((await accounts("POST", merchant, "", ann)).status).toBe(201);
  });

  it.each([
    ["no email", { email: "" }, "The email field is required."],
    ["no first name", { first_name: "   " }, "The first name field is required."],
    ["no last name", { last_name: null }, "The last name field is required."],
    ["a short password", { password: "1234567" }, "The password must be at least 8 characters."],
    ["a long password", { password: "x".repeat(73) }, "The password may not be greater than 72 characters."],
    ["an unknown type", { type: "ROYAL" }, "The type must be one of PERSONAL, BUSINESS."],
    ["a country without a platform", { country_code: "US" }, "The country code must be one of BB, GD, GY, JM, TT."],
    ["a phone without its plus", { phone: "8765550123" }, "The phone must be a phone number such as +18685550123."],
    ["an incomplete phone", { phone: "+1876" }, "The phone must be a complete phone number."],
    ["a list for a name", { first_name: ["Ann"] }, "The first name must be text."],
    ["a line break in a name", { first_name: "A\nB" }, "The first name has invalid characters."],
    ["a name with a bidirectional control", { first_name: "A\u202eB" }, "The first name has invalid characters."],
    ["an invisible name", { first_name: "\u200b" }, "The first name field is required."],
  ])("are refused with %s", async (_case, change, message) => {
    expect(await accounts("POST", refused, "", { ...person(), ...change })).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  it("of other merchants answer like missing ones, and the caller's own can be read", async () => {
    const [one, other] = [await newMerchant(), await newMerchant()];
    const created = await accounts("POST", one, "", person());
    for (const id of [created.body.data.account_number, one.accountNumber, "9999999999", "abc", "%00", "0123456789"]) {
      for (const [method, json] of [
        ["GET", undefined],
        ["PATCH", { first_name: "Eve" }],
        ["DELETE", undefined],
      ] as const) {
        expect(await accounts(method, other, `/${id}`, json)).toMatchObject({
          status: 404,
          body: { message: "Not Found" },
        });
      }
    }
    expect((await accounts("GET", other, `/${other.accountNumber}`)).status).toBe(200);
  });

  it("with a balance cannot be deleted, also if it is held or owed", async () => {
    const merchant = await newMerchant();
    const balanceKey = { accountNumber: merchant.accountNumber, environment: "sandbox", currency: "TTD" } as const;
    const remove = () => accounts("DELETE", merchant, `/${merchant.accountNumber}`);
    const message = "The account has a balance, a debt or open payments.";
    await giveOpeningBalance(balanceKey, newUlid(), 100n);
    expect(await remove()).toMatchObject({ status: 409, body: { message } });
    const hold = { balanceKey, subject: newUlid(), amount: 100n, for: "withdrawal" } as const;
    await holdFunds(hold);
    expect(await remove()).toMatchObject({ status: 409, body: { message } });
    await payHeld(hold);
    await debitForcibly(balanceKey, newUlid(), 100n);
    expect(await remove()).toMatchObject({ status: 409, body: { message } });
    await giveOpeningBalance(balanceKey, newUlid(), 100n);
    expect((await remove()).status).toBe(200);
  });

  it("with an open checkout session cannot be deleted until it ends", async () => {
    const merchant = await newMerchant();
    const { token } = await openCheckout(merchant.accountNumber);
    const remove = () => accounts("DELETE", merchant, `/${merchant.accountNumber}`);
    expect((await remove()).status).toBe(409);
    await act(token, "leave");
    expect((await remove()).status).toBe(200);
  });

  it("that are deleted can neither sign in nor use their tokens", async () => {
    const merchant = await newMerchant();
    expect((await accounts("DELETE", merchant, `/${merchant.accountNumber}`)).status).toBe(200);
    expect((await accounts("GET", merchant, `/${merchant.accountNumber}`)).status).toBe(401);
    expect((await grant(merchant, ["svc-user-all"])).status).toBe(401);
  });

  it("of the public sandbox keep their sign-in and their API key", async () => {
    await seedSandbox();
    const token = (
      await grant({ email: sandbox.merchant.email, password: sandbox.password }, ["svc-accounts-all", "svc-user-all"])
    ).body.access_token;
    const path = `/api/accounts/${sandbox.merchant.accountNumber}`;
    for (const json of [{ password: "Takenover-1" }, { email: uniqueEmail() }]) {
      expect((await call(roomy, "PATCH", path, { token, json })).status).toBe(409);
      expect((await call(roomy, "PATCH", path, { key: sandbox.apiKey, json })).status).toBe(403);
    }
    const kid = sandbox.apiKey.split("_")[2];
    expect((await call(roomy, "DELETE", `/api/user/api-keys/${kid}`, { token })).status).toBe(409);
    expect(
      (await call(roomy, "PATCH", `/api/user/api-keys/${kid}`, { token, json: { cidrs: ["10.0.0.0/8"] } })).status,
    ).toBe(409);
    expect((await call(roomy, "POST", `/api/user/api-keys/${kid}/roll`, { token, json: {} })).status).toBe(409);
    expect((await call(roomy, "GET", path, { key: sandbox.apiKey })).status).toBe(200);
  });

  it("cannot be taken over by an API key that may only update them", async () => {
    const merchant = await newMerchant();
    const { key } = await newKey(merchant, ["svc-accounts-update"], { environment: "live" });
    for (const json of [{ password: "Takenover-1" }, { email: uniqueEmail() }]) {
      expect((await call(roomy, "PATCH", `/api/accounts/${merchant.accountNumber}`, { key, json })).status).toBe(403);
    }
    expect((await grant(merchant, ["svc-user-all"])).status).toBe(200);
  });

  it("change their own address with the old password, once the link in its mail is confirmed", async () => {
    const merchant = await newMerchant();
    const [path, email] = [`/${merchant.accountNumber}`, uniqueEmail()];
    expect(await accounts("PATCH", merchant, path, { email })).toMatchObject({
      status: 400,
      body: {
        message: "The old password field is required.",
        errors: { old_password: ["The old password field is required."] },
      },
    });
    const requested = await accounts("PATCH", merchant, path, { email, old_password: merchant.password });
    expect(requested).toMatchObject({ status: 200, body: { data: { email: merchant.email, pending_email: email } } });
    const ticket = await ticketFor(email);
    const page = () => open(signedOutBrowser(), `/dashboard/confirm-email?ticket=${ticket}`);
    expect((await page()).text).toContain(email);
    expect(await enter("confirm-email", { ticket })).toMatchObject({
      status: 200,
      body: { message: "OK", next: "/dashboard/sign-in" },
    });
    expect((await page()).text).toContain("This link has expired");
    expect((await accounts("GET", merchant, path)).body.data.email).toBe(email);
  });

  it("of the public sandbox cannot be deleted", async () => {
    await seedSandbox();
    const { status } = await call(roomy, "DELETE", `/api/accounts/${sandbox.merchant.accountNumber}`, {
      key: sandbox.apiKey,
    });
    expect(status).toBe(409);
    expect(
      (await call(roomy, "GET", `/api/accounts/${sandbox.merchant.accountNumber}`, { key: sandbox.apiKey })).status,
    ).toBe(200);
  });

  it("created by a merchant that is confined to sandbox are confined to sandbox, too", async () => {
    const merchant = await newMerchant({ sandboxOnly: true });
    const ann = { ...person(), type: "BUSINESS" };
    await accounts("POST", merchant, "", ann);
    const token = (await grant(ann, ["svc-user-all"])).body.access_token;
    const json = { name: "Shop", environment: "live", scopes: ["svc-user-retrieve"] };
    expect((await call(roomy, "POST", "/api/user/api-keys", { token, json })).status).toBe(403);
  });
});

describe("an idempotency key", () => {
  const keyed = (key: string) => ({ "idempotency-key": key });

  it("replays the first answer to the same request, and answers 422 to another", async () => {
    const merchant = await newMerchant();
    const ann = person();
    const first = await accounts("POST", merchant, "", ann, keyed("a"));
    const again = await accounts("POST", merchant, "/", ann, keyed("a"));
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers["idempotency-replayed"]).toBe("true");
    expect(await accounts("POST", merchant, "", person(), keyed("a"))).toMatchObject({
      status: 422,
      body: { message: expect.any(String) },
    });
    expect((await accounts("POST", merchant, "", person(), keyed("b"))).status).toBe(201);
  });

  it("belongs to one account: the same key of another account is independent", async () => {
    const [one, other] = [await newMerchant(), await newMerchant()];
    const ann = person();
    const first = await accounts("POST", one, "", ann, keyed("shared"));
    const second = await accounts("POST", other, "", person(), keyed("shared"));
    expect(second.status).toBe(201);
    expect(second.body).not.toEqual(first.body);
  });

  it("runs one of many parallel requests, and the others get its answer or 409", async () => {
    const merchant = await newMerchant();
    const ann = person();
    const replies = await Promise.all(
      Array.from({ length: inject("isDeep") ? 12 : 5 }, () => accounts("POST", merchant, "", ann, keyed("p"))),
    );
    const made = replies.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect((await accounts("POST", merchant, "", ann, keyed("p"))).text).toBe(made[0]?.text);
  });

  it("replays a validation error but not a conflict", async () => {
    const merchant = await newMerchant();
    const wrong = { ...person(), email: "not-an-address" };
    expect((await accounts("POST", merchant, "", wrong, keyed("w"))).status).toBe(400);
    expect((await accounts("POST", merchant, "", wrong, keyed("w"))).headers["idempotency-replayed"]).toBe("true");
    expect((await accounts("POST", merchant, "", person(), keyed("w"))).status).toBe(422);

    const ann = person();
    const holder = await accounts("POST", merchant, "", ann);
    expect((await accounts("POST", merchant, "", ann, keyed("c"))).status).toBe(409);
    await accounts("DELETE", merchant, `/${holder.body.data.account_number}`);
    expect((await accounts("POST", merchant, "", ann, keyed("c"))).status).toBe(201);
  });

  it("is refused if it is longer than 255 characters", async () => {
    const merchant = await newMerchant();
    expect((await accounts("POST", merchant, "", person(), keyed("k".repeat(256)))).status).toBe(400);
    expect((await accounts("POST", merchant, "", person(), keyed("k".repeat(255)))).status).toBe(201);
  });
});
