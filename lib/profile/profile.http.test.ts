import { describe, expect, inject, it } from "vitest";
import { newUlid } from "@/lib/kit/ids";
import { debitForcibly, holdFunds, paymentJournal } from "@/lib/ledger/post";
import { insertJournal } from "@/lib/ledger/store";
import { sandbox } from "@/lib/reference/sandbox";
import { type Merchant, newKey, newMerchant } from "@/tests/support/http/accounts";
import { call } from "@/tests/support/http/client";

const { roomy } = inject("product");
const profile = (credential: { token?: string; key?: string }, query = "") =>
  call(roomy, "GET", `/api/user${query}`, credential);

describe("the profile", () => {
  it("contains the account's data and zero balances", async () => {
    const merchant = await newMerchant({ homePlatform: "JM" });
    const { status, body } = await profile(merchant);
    const zero = { balance: "0.00", held: "0.00", owed: "0.00" };
    expect([status, body]).toEqual([
      200,
      {
        message: "OK",
        data: {
          account_number: merchant.accountNumber,
          account_type: "BUSINESS",
          balances: {
            local: { balance: "0.00", currency: "JMD" },
            foreign: { balance: "0.00", currency: "USD" },
            all: [
              { currency: "USD", ...zero },
              { currency: "JMD", ...zero },
            ],
          },
          bank_configured: { local: false, foreign: false },
          country: "JM",
          email: merchant.email,
          first_name: "Test",
          last_name: "Merchant",
          phone: null,
          profile_picture: null,
          verified: false,
        },
      },
    ]);
  });

  it("contains the available, held and owed amounts per currency and environment", async () => {
    const merchant = await newMerchant();
    const balanceKey = { accountNumber: merchant.accountNumber, environment: "live", currency: "TTD" } as const;
    await insertJournal(paymentJournal(balanceKey, newUlid(), { debited: 12_050n, fee: 205n, owed: 0n }));
    await holdFunds({ balanceKey, subject: newUlid(), amount: 1_845n, for: "withdrawal" });
    await insertJournal(
      paymentJournal({ ...balanceKey, currency: "USD" }, newUlid(), { debited: 500n, fee: 0n, owed: 0n }),
    );
    await debitForcibly({ ...balanceKey, currency: "USD" }, newUlid(), 750n);
    await insertJournal(
      paymentJournal({ ...balanceKey, environment: "sandbox" }, newUlid(), { debited: 7n, fee: 0n, owed: 0n }),
    );

    expect((await profile(merchant)).body.data.balances).toEqual({
      local: { balance: "100.00", currency: "TTD" },
      foreign: { balance: "0.00", currency: "USD" },
      all: [
        { currency: "TTD", balance: "100.00", held: "18.45", owed: "0.00" },
        { currency: "USD", balance: "0.00", held: "0.00", owed: "2.50" },
      ],
    });
    expect((await profile(merchant, "/?environment=sandbox")).body.data.balances.local.balance).toBe("0.07");
    const { key } = await newKey(merchant, ["svc-user-retrieve"]);
    expect((await profile({ key })).body.data.balances.local.balance).toBe("0.07");
    expect((await profile({ key }, "?environment=live")).status).toBe(403);
    expect((await profile(merchant, "?environment=moon")).status).toBe(400);
  });

  it("of the public sandbox merchant lists every currency of its five platforms", async () => {
    const { body } = await profile({ key: sandbox.apiKey });
    const listed = body.data.balances.all.map(({ currency }: { currency: string }) => currency);
    expect(listed.sort()).toEqual(["BBD", "GYD", "JMD", "TTD", "USD", "XCD"]);
  });
});

describe("the phone number", () => {
  const change = (merchant: Merchant, phone: unknown) =>
    call(roomy, "PATCH", "/api/user/phone", { token: merchant.token, json: { phone } });
  const phoneOf = async (merchant: Merchant) => (await profile(merchant)).body.data.phone;

  it.each([
    ["BB", "+12464301234"],
    ["GD", "+14734401234"],
    ["GY", "+5926001234"],
    ["JM", "+16585551234"],
    ["TT", "+18685550123"],
    ["TT", " +18686281234 "],
  ] as const)("of an account in %s may be %s", async (homePlatform, phone) => {
    const merchant = await newMerchant({ homePlatform });
    const { status, body } = await change(merchant, phone);
    expect([status, body]).toEqual([200, { message: "OK" }]);
    expect(await phoneOf(merchant)).toBe(phone.trim());
  });

  const ofTheCountry = "must be a valid phone number of Trinidad and Tobago.";
  const ofShape = "must be a phone number such as +18685550123.";
  it.each([
    ["of another platform's country", "+18764561234", ofTheCountry],
    ["of the United States", "+12125550123", ofTheCountry],
    ["too short", "+1868628123", ofTheCountry],
    ["too long", "+186862812345", ofTheCountry],
    ["not in use there", "+18681111111", ofTheCountry],
    ["without a plus", "18686281234", ofShape],
    ["with spaces in it", "+1 868 628 1234", ofShape],
    ["missing", undefined, "field is required."],
    ["blank", " ", "field is required."],
  ])("may not be %s", async (_case, phone, problem) => {
    const merchant = await newMerchant();
    const message = `The phone ${problem}`;
    const { status, body } = await change(merchant, phone);
    expect([status, body]).toEqual([400, { message, errors: { phone: [message] } }]);
    expect(await phoneOf(merchant)).toBeNull();
  });
});
