import { describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { allScopes } from "@/lib/reference/scopes";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { foreignBank, localBank } from "@/tests/support/http/withdrawals";

const { roomy } = inject("product");
const banks = (method: string, { token }: Pick<Merchant, "token">, path = "", json?: unknown) =>
  call(roomy, method, `/api/user/banks${path}`, { token, ...(json !== undefined && { json }) });

const localRecord = {
  bank_name: "Republic Bank",
  bank_account: "****4321",
  bank_account_type: null,
  bank_branch: null,
  name_in_bank: "Ann Lee",
  currency: "TTD",
};
const foreignRecord = {
  ...foreignBank,
  beneficiary_account_number: "****5678",
  intermediary_bank: null,
  intermediary_bank_swift_code: null,
  currency: "USD",
};
const jamaican = {
  bank_name: "JN Bank",
  bank_account: "12345678901",
  name_in_bank: "Ann Lee",
  currency: "JMD",
  bank_account_type: "savings",
  bank_branch: "Half Way Tree",
};

describe("bank accounts", () => {
  it("are added, read, changed and removed, one of each type", async () => {
    const merchant = await newMerchant();
    expect((await banks("GET", merchant)).body).toEqual({ message: "OK", data: { local: null, foreign: null } });
    expect((await banks("GET", merchant, "/local")).status).toBe(404);

    const added = await banks("POST", merchant, "/local", localBank);
    expect([added.status, added.body]).toEqual([201, { message: "Created", data: localRecord }]);
    expect((await banks("POST", merchant, "/foreign", foreignBank)).body.data).toEqual(foreignRecord);
    expect((await banks("GET", merchant, "/")).body.data).toEqual({ local: localRecord, foreign: foreignRecord });
    expect((await banks("GET", merchant, "/foreign")).body).toEqual({ message: "OK", data: foreignRecord });

    const again = await banks("POST", merchant, "/local", {});
    expect([again.status, again.body.message]).toEqual([409, "A local bank account already exists."]);

    const change = { bank_name: "First Citizens Bank", bank_account: "7654321", name_in_bank: " " };
    expect((await banks("PATCH", merchant, "/local", change)).body).toEqual({
      message: "OK",
      data: { ...localRecord, bank_name: "First Citizens Bank" },
    });
    expect((await banks("DELETE", merchant, "/local")).body).toEqual({ message: "OK" });
    for (const method of ["PATCH", "DELETE"]) {
      const { status, body } = await banks(method, merchant, "/local", {});
      expect([status, body]).toEqual([400, { message: "There is no local bank account." }]);
    }
  });

  it("of an unknown type answer 404, and 400 when they are added", async () => {
    const merchant = await newMerchant();
    for (const method of ["GET", "PATCH", "DELETE"]) expect((await banks(method, merchant, "/other")).status).toBe(404);
    const added = await banks("POST", merchant, "/other", localBank);
    expect([added.status, added.body.message]).toEqual([400, "The selected type is invalid."]);
  });

  it("are added once by concurrent requests", async () => {
    const merchant = await newMerchant();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => banks("POST", merchant, "/foreign", foreignBank)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  it("need a type and a branch in Jamaica, and these fields are ignored elsewhere", async () => {
    const merchant = await newMerchant({ homePlatform: "TT", platforms: ["TT", "JM"] });
    const { bank_account_type: _type, bank_branch: _branch, ...bare } = jamaican;
    const refused = await banks("POST", merchant, "/local", bare);
    expect(Object.keys(refused.body.errors)).toEqual(["bank_account_type", "bank_branch"]);
    const added = await banks("POST", merchant, "/local", jamaican);
    expect(added.body.data).toEqual({ ...jamaican, bank_account: "****8901" });
    const moved = await banks("PATCH", merchant, "/local", { ...localBank, currency: "TTD", bank_branch: {} });
    expect(moved.body.data).toEqual(localRecord);
  });

  it.each([
    ["local", { bank_name: "JN Bank" }, { bank_name: "must be a supported bank of Trinidad and Tobago." }],
    ["local", { bank_account: "1234567890123" }, { bank_account: "must have 12 digits." }],
    ["local", { bank_account: "12345678901x" }, { bank_account: "must be digits only." }],
    ["local", { currency: "USD" }, { currency: "must be one of TTD." }],
    ["local", { currency: "JMD" }, { currency: "must be one of TTD." }],
    ["foreign", { currency: "TTD" }, { currency: "must be one of USD." }],
    [
      "foreign",
      { beneficiary_bank_swift_or_routing_code: "SVBK" },
      {
        beneficiary_bank_swift_or_routing_code:
          "must be a SWIFT code of 8 or 11 characters, or a routing number of 9 digits.",
      },
    ],
    ["foreign", { intermediary_bank: "City" }, { intermediary_bank_swift_code: "field is required." }],
  ])("of type %s are refused with %j, when added and when changed", async (type, wrong, problems) => {
    const merchant = await newMerchant();
    const good = type === "local" ? localBank : foreignBank;
    const names = Object.entries(problems);
    const errors = Object.fromEntries(names.map(([name, end]) => [name, [`The ${name.replaceAll("_", " ")} ${end}`]]));
    // Compares only the expected errors, because some cases cause further ones, such as a Jamaican bank with a currency
    // of Trinidad.
    expect((await banks("POST", merchant, `/${type}`, { ...good, ...wrong })).body.errors).toMatchObject(errors);
    expect((await banks("POST", merchant, `/${type}`, good)).status).toBe(201);
    expect((await banks("PATCH", merchant, `/${type}`, wrong)).body.errors).toMatchObject(errors);
  });

  it("are refused with an error for every missing field", async () => {
    const merchant = await newMerchant();
    const [local, foreign] = [
      await banks("POST", merchant, "/local", {}),
      await banks("POST", merchant, "/foreign", {}),
    ];
    expect(local.body.message).toBe("The bank name field is required.");
    expect(Object.keys(local.body.errors)).toEqual(["bank_name", "bank_account", "name_in_bank"]);
    expect(Object.keys(foreign.body.errors)).toEqual(Object.keys(foreignBank));
  });

  it("can be read with a test key, and changed with a live key only", async () => {
    const merchant = await newMerchant();
    const { key } = await newKey(merchant, allScopes);
    const live = await newKey(merchant, allScopes, { environment: "live" });
    const path = "/api/user/banks/local";
    const refused = await call(roomy, "POST", path, { key, json: localBank });
    expect([refused.status, refused.body.message]).toEqual([403, "A test key cannot change the account."]);
    expect((await call(roomy, "POST", path, { key: live.key, json: localBank })).status).toBe(201);
    expect((await call(roomy, "GET", path, { key })).body.data).toEqual(localRecord);
  });

  it("store their numbers sealed", async () => {
    const merchant = await newMerchant();
    await banks("POST", merchant, "/local", localBank);
    await banks("POST", merchant, "/foreign", foreignBank);
    const rows = await db().$queryRawUnsafe<{ text: string; bytes: string }[]>(
      "SELECT b::text AS text, encode(sealed_number, 'escape') AS bytes FROM bank_account b WHERE account_number = $1",
      merchant.accountNumber,
    );
    expect(rows).toHaveLength(2);
    for (const number of [localBank.bank_account, foreignBank.beneficiary_account_number]) {
      expect(JSON.stringify(rows)).not.toContain(number);
    }
  });
});
