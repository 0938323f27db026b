import { beforeAll, describe, expect, inject, it } from "vitest";
import { db } from "@/lib/db/client";
import { findBalances } from "@/lib/ledger/store";
import { allScopes } from "@/lib/reference/scopes";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";
import { banked, foreignBank, fund, localBank, normal, unbanked } from "@/tests/support/http/withdrawals";
import { pending, processing } from "./status";

const { roomy, publicUrl } = inject("product");
const sandbox = "?environment=sandbox";
const withdrawals = (method: string, { token }: Pick<Merchant, "token">, path = "/", json?: unknown, headers = {}) =>
  call(roomy, method, `/api/withdrawals${path}`, { token, headers, ...(json !== undefined && { json }) });
const create = (merchant: Merchant, body: object, headers = {}) =>
  withdrawals("POST", merchant, "/", { environment: "sandbox", ...body }, headers);
const idOf = async (merchant: Merchant, body: object): Promise<string> =>
  (await create(merchant, body)).body.data.transaction_id;
const list = async (merchant: Merchant, filter = "") =>
  (await withdrawals("GET", merchant, `/${sandbox}${filter && `&${filter}`}`)).body;

async function newFundedMerchant(overrides = {}): Promise<Merchant> {
  const merchant = await newMerchant({ platforms: ["TT", "JM"], ...overrides });
  await fund(merchant.accountNumber, 1_000_000n);
  await fund(merchant.accountNumber, 1_000_000n, "sandbox", "USD");
  await fund(merchant.accountNumber, 1_000_000n, "sandbox", "JMD");
  return merchant;
}

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newFundedMerchant();
});

const emptyPayee = {
  email: null,
  phone: null,
  bank_name: null,
  bank_account: null,
  bank_account_type: null,
  bank_branch: null,
  name_in_bank: null,
  recipient_name: null,
  id_type: null,
  id_number: null,
};
const person = { email: "ann@example.com", phone: "+18685550123", id_type: "national_id", id_number: "****1987" };
const recordOf = (type: string, payee: object) => ({
  transaction_id: expect.stringMatching(/^SB-[0-9A-HJKMNP-TV-Z]{26}$/),
  reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
  withdrawal_type: type,
  status: 0,
  status_description: "Not On ACH File",
  currency: "TTD",
  amount: "12.30",
  data: null,
  ...emptyPayee,
  ...payee,
  environment: "sandbox",
  created_at: expect.stringMatching(/Z$/),
  updated_at: expect.stringMatching(/Z$/),
  deleted_at: null,
});
const jamaican = {
  ...banked("12.30"),
  currency: "JMD",
  bank_name: "JN Bank",
  bank_account: "12345678901",
  bank_account_type: "savings",
  bank_branch: "Half Way Tree",
  id_number: "908172635",
};

describe("withdrawals", () => {
  it.each([
    ["normal", normal("12.3"), { bank_name: "Republic Bank", bank_account: "****4321", name_in_bank: "Ann Lee" }],
    [
      "normal",
      normal("12.30", "USD"),
      { bank_name: "First Bank of Miami", bank_account: "****5678", name_in_bank: "Ann Lee", currency: "USD" },
    ],
    [
      "sub_banked",
      banked("12.30"),
      { ...person, bank_name: "Republic Bank", bank_account: "****8765", name_in_bank: "Ann Lee" },
    ],
    [
      "sub_banked",
      jamaican,
      {
        ...person,
        bank_name: "JN Bank",
        bank_account: "****8901",
        name_in_bank: "Ann Lee",
        bank_account_type: "savings",
        bank_branch: "Half Way Tree",
        id_number: "****2635",
        currency: "JMD",
      },
    ],
    ["sub_unbanked", { ...unbanked("12.30"), bank_name: "x" }, { ...person, recipient_name: "Ann Lee" }],
  ])("of type %s are created, and read again with masked numbers", async (type, body, payee) => {
    await call(roomy, "POST", "/api/user/banks/local", { token: merchant.token, json: localBank });
    await call(roomy, "POST", "/api/user/banks/foreign", { token: merchant.token, json: foreignBank });
    const created = await create(merchant, body);
    expect([created.status, created.body]).toEqual([
      201,
      { message: "Created", data: { data: "", reference: expect.any(String), transaction_id: expect.any(String) } },
    ]);
    const id = created.body.data.transaction_id;
    const read = await withdrawals("GET", merchant, `/${id}${sandbox}`);
    expect(read.body).toEqual({ message: "OK", data: recordOf(type, payee) });
    expect(read.body.data.reference).toBe(created.body.data.reference);
    expect((await list(merchant)).data[0]).toEqual(read.body.data);
  });

  it.each([
    ["JSON", '{"order":"A-1","items":[1,2.50,"\\u0000"],"e":1e3}'],
    ["strange text", "  \u202e😀 é\u200b\r\n\t'; DROP TABLE withdrawal; -- %00 <b>&amp;  "],
    ["the longest text", "😀".repeat(4096)],
  ])("carry %s unchanged through create, retrieve and history", async (_kind, data) => {
    const form = { ...unbanked("1.00"), environment: "sandbox", data };
    for (const sent of [{ json: form }, { form }]) {
      const created = await call(roomy, "POST", "/api/withdrawals", { token: merchant.token, ...sent });
      expect(created.body.data.data).toBe(data);
      const path = `/${created.body.data.transaction_id}${sandbox}`;
      expect((await withdrawals("GET", merchant, path)).body.data.data).toBe(data);
      expect((await list(merchant)).data[0].data).toBe(data);
    }
  });

  it("hold their amount at once, and are refused without funds, without a bank account and with invalid fields", async () => {
    const poor = await newMerchant();
    await fund(poor.accountNumber, 1000n);
    const missing = await create(poor, normal("5.00"));
    expect([missing.status, missing.body]).toEqual([403, { message: "Bank details are required." }]);
    expect((await create(poor, unbanked("10.00"))).status).toBe(201);
    const refused = await create(poor, unbanked("0.01"));
    expect([refused.status, refused.body]).toEqual([403, { message: "Insufficient funds." }]);
    expect(await findBalances(poor.accountNumber)).toMatchObject([{ available: 0n, held: 1000n }]);
    const wrong = await create(poor, { withdrawal_type: "sub_banked", currency: "JMD", amount: "0" });
    expect([wrong.status, wrong.body.message]).toEqual([400, "The currency must be one of TTD, USD."]);
    const person = ["email", "phone", "id_type", "id_number"];
    expect(Object.keys(wrong.body.errors)).toEqual([
      "currency",
      "amount",
      ...person,
      ...["bank_name", "bank_account", "name_in_bank"],
    ]);
    expect((await withdrawals("POST", poor, "/", unbanked("1.00"))).body.message).toBe("Insufficient funds.");
  });

  it.each([
    [12.5, 201, "12.5"],
    [true, 201, "true"],
    [{ a: 1 }, 400, undefined],
  ])("store scalar data as text and refuse objects: %j", async (data, status, echo) => {
    const created = await create(merchant, { ...unbanked("1.00"), data });
    expect([created.status, created.body.data?.data]).toEqual([status, echo]);
  });

  it("are created with a bearer token only, and once per idempotency key", async () => {
    const { key } = await newKey(merchant, allScopes);
    const json = unbanked("1.00");
    const byKey = await call(roomy, "POST", "/api/withdrawals/", { key, json });
    expect([byKey.status, byKey.body]).toEqual([401, { message: "Unauthorized" }]);
    expect((await call(roomy, "GET", "/api/withdrawals/", { key })).status).toBe(200);

    const before = (await list(merchant)).meta.total;
    const keyed = { "idempotency-key": "w-1" };
    const replies = [await create(merchant, json, keyed), await create(merchant, json, keyed)];
    expect(replies[1]?.text).toBe(replies[0]?.text);
    expect((await create(merchant, unbanked("2.00"), keyed)).status).toBe(422);
    expect((await list(merchant)).meta.total).toBe(before + 1);
  });

  it("can be cancelled while they are pending, which returns the money", async () => {
    const own = await newFundedMerchant();
    const id = await idOf(own, unbanked("10.00"));
    expect((await withdrawals("DELETE", own, `/${id}${sandbox}`)).body).toEqual({ message: "OK" });
    expect((await findBalances(own.accountNumber)).map(({ held }) => held)).toEqual([0n, 0n, 0n]);
    const { data } = (await withdrawals("GET", own, `/${id}${sandbox}`)).body;
    expect(data).toMatchObject({ status: 6, status_description: "Cancelled", deleted_at: data.updated_at });
    const again = await withdrawals("DELETE", own, `/${id}${sandbox}`);
    expect([again.status, again.body.message]).toEqual([
      400,
      "Only a pending withdrawal can be cancelled. The status of this one is «Cancelled».",
    ]);
    const byBody = `/${await idOf(own, unbanked("10.00"))}`;
    expect((await withdrawals("DELETE", own, `${byBody}${sandbox}`, { environment: "live" })).status).toBe(400);
    expect((await withdrawals("DELETE", own, byBody, { environment: "sandbox" })).body).toEqual({ message: "OK" });
    const sent = await idOf(own, unbanked("10.00"));
    await db().withdrawal.update({ where: { transactionId: sent }, data: { status: processing } });
    expect((await withdrawals("DELETE", own, `/${sent}${sandbox}`)).status).toBe(400);
  });

  it("of another merchant or environment answer 404, as does a malformed id", async () => {
    const other = await newMerchant();
    const id = await idOf(merchant, unbanked("1.00"));
    for (const method of ["GET", "DELETE"]) {
      for (const [caller, path] of [
        [other, `/${id}${sandbox}`],
        [merchant, `/${id}`],
        [merchant, `/nothing${sandbox}`],
      ] as const) {
        const { status, body } = await withdrawals(method, caller, path);
        expect([status, body]).toEqual([404, { message: "Not Found" }]);
      }
    }
    expect((await withdrawals("GET", merchant, `/${id}${sandbox}`)).body.data.status).toBe(pending);
  });

  it("store account and identity numbers sealed", async () => {
    const id = await idOf(merchant, banked("1.00"));
    const [row] = await db().$queryRawUnsafe<object[]>(
      `SELECT w::text AS text, encode(sealed_bank_account, 'escape') AS account, encode(sealed_id_number, 'escape') AS id
       FROM withdrawal w WHERE transaction_id = $1`,
      id,
    );
    const { bank_account, id_number } = banked("1.00");
    for (const number of [bank_account, id_number]) expect(JSON.stringify(row)).not.toContain(number);
  });
});

describe("the history of withdrawals", () => {
  it("applies every filter, newest first, in pages whose links keep the filters", async () => {
    const own = await newFundedMerchant();
    const ids = [
      await idOf(own, unbanked("1.00")),
      await idOf(own, { ...unbanked("2.00"), currency: "USD" }),
      await idOf(own, banked("3.00")),
    ];
    const gone = await idOf(own, unbanked("4.00"));
    await withdrawals("DELETE", own, `/${gone}${sandbox}`);
    const [one, two, three] = ids;
    const reference = (await list(own, `transaction_id=${two}`)).data[0].reference;
    const today = (await list(own)).data[0].created_at.slice(0, 10);
    const cases: [string, (string | undefined)[]][] = [
      ["", [three, two, one]],
      ["currency=USD", [two]],
      ["withdrawal_type=sub_banked", [three]],
      ["status=0", [three, two, one]],
      ["status=2", []],
      ["amount_min=2", [three, two]],
      ["amount_max=2.00", [two, one]],
      ["amount_min=1.01&amount_max=2.99", [two]],
      [`reference=${reference.toUpperCase()}`, [two]],
      [`transaction_id=${three}`, [three]],
      ["transaction_id=other", []],
      [`start_date=${today}&end_date=${today}`, [three, two, one]],
      ["end_date=2020-01-01", []],
      ["start_date=2099-01-01", []],
      ["with_deleted=1", [gone, three, two, one]],
      ["with_deleted=true&status=6", [gone]],
      ["with_deleted=0", [three, two, one]],
      ["currency=TTD&page_size=1&page=2", [one]],
      // This page has an offset just over 2^32, which Prisma would truncate.
      ["page=42949674&page_size=100", []],
    ];
    for (const [filter, found] of cases) {
      const { data } = await list(own, filter);
      expect(
        data.map(({ transaction_id }: { transaction_id: string }) => transaction_id),
        filter,
      ).toEqual(found);
    }
    const { links, meta } = await list(own, "amount_min=2&with_deleted=1&page_size=2&page=2");
    expect(meta).toMatchObject({ current_page: 2, from: 3, to: 3, total: 3, last_page: 2, per_page: 2 });
    expect(links.first).toBe(
      `${publicUrl}/api/withdrawals/?environment=sandbox&amount_min=2.00&with_deleted=true&page_size=2&page=1`,
    );
    expect((await call(roomy, "GET", links.prev.slice(publicUrl.length), { token: own.token })).body.data).toHaveLength(
      2,
    );
  });

  it.each([
    "status=7",
    "status=x",
    "currency=EUR",
    "amount_min=-1",
    "start_date=2026-02-30",
    "with_deleted=2",
    "reference=1",
    "page=0",
    "page_size=101",
  ])("refuses %s", async (filter) => {
    const { status, body } = await withdrawals("GET", merchant, `/?${filter}`);
    expect([status, Object.keys(body.errors)]).toEqual([400, [filter.split("=")[0]]]);
  });
});

it("the metadata can be read without credentials", async () => {
  const { status, body } = await call(roomy, "GET", "/api/withdrawals/meta/");
  expect(status).toBe(200);
  const { banks, ids, statuses, withdrawal_types } = body.data;
  expect(withdrawal_types).toEqual(["normal", "sub_banked", "sub_unbanked"]);
  expect(statuses).toHaveLength(7);
  expect(statuses[0]).toEqual({ value: 0, description: "Not On ACH File" });
  expect(ids).toHaveLength(15);
  expect(ids).toContainEqual({ platform: "TT", type: "national_id", regex: "^\\d{11}$" });
  expect(banks).toContainEqual({ platform: "TT", name: "Republic Bank", account: { min: 12, max: 12 } });
  const branched = banks.filter(({ branches }: { branches?: string[] }) => branches);
  expect(new Set(branched.map(({ platform }: { platform: string }) => platform))).toEqual(new Set(["JM"]));
});
