import { afterEach, describe, expect, it } from "vitest";
import { authenticate } from "@/lib/auth/authenticate";
import { db } from "@/lib/db/client";
import { findBalances } from "@/lib/ledger/store";
import { sandbox } from "@/lib/reference/sandbox";
import { openTestAccount, uniqueEmail } from "@/tests/support/http/accounts";
import { inProduction } from "@/tests/support/http/production";
import {
  changeAccountType,
  changeRequestLimit,
  enableLive,
  findAccountOrThrow,
  readRequestLimit,
  verifyAccount,
} from "./operate-accounts";
import { seedSandbox } from "./seed-sandbox";

describe("the sandbox seed", () => {
  it("creates the public accounts and key once, also if several processes seed at once", async () => {
    await Promise.all([seedSandbox(), seedSandbox(), seedSandbox()]);
    await seedSandbox();
    const merchant = await findAccountOrThrow(sandbox.merchant.accountNumber);
    expect(merchant).toMatchObject({
      type: "BUSINESS",
      homePlatform: "TT",
      sandboxOnly: true,
      mayManageAccounts: true,
    });
    expect(merchant.platforms).toEqual(["BB", "GD", "GY", "JM", "TT"]);
    expect(await findAccountOrThrow(sandbox.person.email)).toMatchObject({ type: "PERSONAL", sandboxOnly: true });
    const caller = await authenticate({ authorization: null, apiKey: sandbox.apiKey, clientAddress: "203.0.113.1" });
    expect(caller).toMatchObject({ accountNumber: sandbox.merchant.accountNumber, canGoLive: false });
    const balances = await findBalances(sandbox.merchant.accountNumber);
    expect(balances.map(({ currency, available }) => [currency, available])).toEqual(
      ["BBD", "GYD", "JMD", "TTD", "USD", "XCD"].map((currency) => [currency, 1_000_000n]),
    );
  });

  it("creates accounts that can never go live", async () => {
    await seedSandbox();
    const merchant = await findAccountOrThrow(sandbox.merchant.accountNumber);
    await expect(enableLive(merchant, "TT")).rejects.toThrow("confined to sandbox");
  });
});

describe("the operator", () => {
  it("can enable live only for a verified account, platform by platform", async () => {
    const { accountNumber, email } = await openTestAccount();
    const find = () => findAccountOrThrow(accountNumber);
    await expect(enableLive(await find(), "TT")).rejects.toThrow("Verify");
    await verifyAccount(await find());
    await enableLive(await find(), "JM");
    await enableLive(await find(), "JM");
    expect(await findAccountOrThrow(email.toUpperCase())).toMatchObject({
      livePlatforms: ["JM"],
      platforms: ["TT", "JM"],
    });
  });

  it("can enable two platforms at once without losing either", async () => {
    const { accountNumber } = await openTestAccount();
    await verifyAccount(await findAccountOrThrow(accountNumber));
    const account = await findAccountOrThrow(accountNumber);
    await Promise.all([enableLive(account, "JM"), enableLive(account, "BB")]);
    const { platforms, livePlatforms } = await findAccountOrThrow(accountNumber);
    expect([platforms.toSorted(), livePlatforms.toSorted()]).toEqual([
      ["BB", "JM", "TT"],
      ["BB", "JM"],
    ]);
  });

  it("can change the account type, and each change is recorded in the audit log once", async () => {
    const { accountNumber } = await openTestAccount();
    const account = await findAccountOrThrow(accountNumber);
    for (const type of ["BUSINESS", "PERSONAL", "PERSONAL", "BUSINESS"] as const) {
      await changeAccountType(account, type);
      expect(await findAccountOrThrow(accountNumber)).toMatchObject({ type });
    }
    const where = { accountNumber, action: "account.type_changed" };
    expect(await db().auditEntry.findMany({ where, orderBy: { sequence: "asc" } })).toMatchObject([
      { actor: "operator", detail: { type: "PERSONAL" } },
      { actor: "operator", detail: { type: "BUSINESS" } },
    ]);
  });

  it("can set the limit of payment requests and restore the default, without changing other settings", async () => {
    const { accountNumber } = await openTestAccount();
    const account = await findAccountOrThrow(accountNumber);
    expect(await readRequestLimit(account)).toBeNull();
    await changeRequestLimit(account, 3000);
    await changeRequestLimit(account, 3000);
    expect(await readRequestLimit(account)).toBe(3000);
    await changeRequestLimit(account, null);
    expect(await readRequestLimit(account)).toBeNull();
    const settings = await db().merchantSettings.findUnique({ where: { accountNumber } });
    expect(settings).toMatchObject({ refusesPaidOrders: true, formPosts: true, avs: false });
    const where = { accountNumber, action: "account.request_limit_changed" };
    expect(await db().auditEntry.findMany({ where, orderBy: { sequence: "asc" } })).toMatchObject([
      { actor: "operator", detail: { requests_per_minute: 3000 } },
      { actor: "operator", detail: { requests_per_minute: null } },
    ]);
  });

  it("gets an error for an unknown account", async () => {
    await expect(findAccountOrThrow("9999999999")).rejects.toThrow("Unknown account: 9999999999.");
  });
});

describe("a new password", () => {
  const cardKeys = { CARD_KEYS: `1:${Buffer.from("abcdefghijklmnopqrstuvwxyz012345").toString("base64")}` };
  let leave = () => {};
  afterEach(() => leave());

  it.each(["short-1", "letters-only-here", "123456789012345", "x1".repeat(37), "Password1234!"])(
    "%s is refused in production",
    async (password) => {
      leave = inProduction(cardKeys);
      await expect(openTestAccount({ password })).rejects.toMatchObject({ status: 400 });
    },
  );

  it("needs twelve characters with a letter and a digit in production, and eight characters elsewhere", async () => {
    await expect(openTestAccount({ password: "12345678" })).resolves.toBeTruthy();
    await expect(openTestAccount({ password: "1234567" })).rejects.toMatchObject({ status: 400 });
    leave = inProduction(cardKeys);
    await expect(openTestAccount({ password: "letters-and-1" })).resolves.toBeTruthy();
  });
});

it("of concurrent requests for one email address, one gets the account and the others get 409", async () => {
  const email = uniqueEmail();
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => openTestAccount({ email })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = outcomes.filter((outcome) => outcome.status === "rejected").map(({ reason }) => reason.status);
  expect(refused).toEqual([409, 409, 409, 409]);
});
