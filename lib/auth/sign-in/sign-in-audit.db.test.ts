import { afterAll, describe, expect, it } from "vitest";
import { seedSandbox } from "@/lib/accounts/seed-sandbox";
import { entriesOf, verifyChains } from "@/lib/audit/verify-chain";
import { authenticate } from "@/lib/auth/authenticate";
import { grantToken } from "@/lib/auth/tokens/grant-token";
import { rotateSigningKey } from "@/lib/auth/tokens/signing-keys";
import { readAuditPage } from "@/lib/dashboard/audit-log";
import { db } from "@/lib/db/client";
import { timeZoneOf } from "@/lib/format/dates";
import { finishAfterAnswers } from "@/lib/http/route/after-answer";
import { enterCode } from "@/lib/members/second-factor";
import { proveOwnPassword } from "@/lib/members/set-password";
import { signIn } from "@/lib/members/sign-in";
import { changePhone } from "@/lib/profile/change-phone";
import { sandbox } from "@/lib/reference/sandbox";
import { openTestAccount } from "@/tests/support/http/accounts";
import { enterAs, join, laptop, refusalOf } from "@/tests/support/http/members";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { openWithFactor, wrongCode } from "@/tests/support/in-process/second-factor";
import { lockOutMs, recordSignInFailure } from "./sign-in-attempts";

const { pass } = movingClock();

// The next test file starts with an empty database, so the signing keys of this one must not stay in memory.
afterAll(rotateSigningKey);

const address = laptop.clientAddress;
const scopes = ["svc-user-all" as const];
const zone = timeZoneOf("TT");

type Account = { accountNumber: string; email: string; password: string };

async function entriesAbout({ accountNumber }: Pick<Account, "accountNumber">, action: string) {
  await finishAfterAnswers();
  const found = [];
  for await (const entry of entriesOf(accountNumber)) if (entry.action === action) found.push(entry);
  return found.map(({ actor, subject, detail }) => ({ actor, subject, detail }));
}

const failAt = (via: "dashboard" | "token grant", account: Account) => {
  const credentials = { ...account, password: "wrong-password" };
  return refusalOf(via === "dashboard" ? signIn(credentials, laptop) : grantToken({ ...credentials, scopes }, address));
};

describe("the audit log records", () => {
  it("every granted and refused token with its family, address, scopes and outcome", async () => {
    const account = await openTestAccount({ mayManageAccounts: false });
    const { access_token } = await grantToken({ ...account, scopes }, address);
    await refusalOf(grantToken({ ...account, scopes: ["svc-accounts-all"] }, address));
    const [family] = await db().tokenFamily.findMany({ where: { ...accountOf(account), revokedAt: null } });
    const [refused] = await db().tokenFamily.findMany({ where: { ...accountOf(account), revokedAt: { not: null } } });
    expect(await entriesAbout(account, "token.granted")).toEqual([
      { actor: `token ${family?.id}`, subject: family?.id, detail: { outcome: "granted", address, scopes } },
    ]);
    const detail = { outcome: "scopes not allowed", address, scopes: ["svc-accounts-all"] };
    expect(await entriesAbout(account, "token.refused")).toEqual([
      { actor: `token ${refused?.id}`, subject: refused?.id, detail },
    ]);

    const authorization = `Bearer ${access_token}`;
    await changePhone(await authenticate({ authorization, apiKey: null, clientAddress: address }), "+18686221234");
    expect(await entriesAbout(account, "phone.changed")).toMatchObject([{ actor: `token ${family?.id}` }]);
    const page = await readAuditPage(account.accountNumber, "test", { page: undefined, action: undefined }, zone);
    expect(page.data.map(({ who, what }) => [who, what])).toEqual([
      [`An API token …${family?.id.slice(-6)}`, "Phone changed"],
      [`An API token …${refused?.id.slice(-6)}`, "API token refused"],
      [`An API token …${family?.id.slice(-6)}`, "API token granted"],
      ["Operator of Tradewind", "Account created"],
    ]);
  });

  it("every sign-in to the dashboard with its address", async () => {
    const { account, code, halfway, viewer } = await openWithFactor(pass);
    await enterCode(await halfway(), code(), { ...laptop, clientAddress: "198.51.100.7" });
    const actor = `member ${viewer.memberId}`;
    expect(await entriesAbout(account, "session.opened")).toEqual([
      { actor, subject: null, detail: { address } },
      { actor, subject: null, detail: { address: "198.51.100.7" } },
    ]);
  });

  it.each(["dashboard", "token grant"] as const)("the first failed sign-in by the %s with its address", async (via) => {
    const account = await openTestAccount();
    await failAt(via, account);
    await failAt(via, account);
    const detail = { via, outcome: "wrong password", address, failures: 1 };
    expect(await entriesAbout(account, "sign_in.failed")).toEqual([
      { actor: "anonymous", subject: account.accountNumber, detail },
    ]);
    const { data } = await readAuditPage(account.accountNumber, "test", { page: undefined, action: undefined }, zone);
    expect(data[0]).toMatchObject({ who: "Unknown (not signed in)", what: "Sign-in failed" });
  });

  it("the member whose password was wrong, also when a signed-in member enters it", async () => {
    const { account, member } = await join();
    await refusalOf(proveOwnPassword(member, "wrong-password", address));
    const detail = { via: "password check", outcome: "wrong password", address, failures: 1 };
    expect(await entriesAbout(account, "sign_in.failed")).toEqual([
      { actor: "anonymous", subject: member.memberId, detail },
    ]);
  });

  it("wrong codes of the second factor, and grants without a code", async () => {
    const { account, code, halfway } = await openWithFactor(pass);
    await refusalOf(enterCode(await halfway(), wrongCode(code()), laptop));
    await refusalOf(grantToken({ ...account, scopes }, address));
    expect(await entriesAbout(account, "second_factor.failed")).toMatchObject([
      { subject: account.accountNumber, detail: { outcome: "wrong code", address, failures: 1 } },
    ]);
    expect(await entriesAbout(account, "sign_in.failed")).toMatchObject([
      { detail: { via: "token grant", outcome: "code missing", failures: 1 } },
    ]);
  });
});

describe("failed sign-ins", () => {
  it("are recorded at 1, 5, 10, 20 and 40 within a counting window, and from 1 again in the next", async () => {
    const account = await openTestAccount();
    const failure = { memberId: account.accountNumber, via: "dashboard", outcome: "wrong password" } as const;
    const fail = (turn: number) =>
      recordSignInFailure(account.email, `198.51.${turn % 50}.1`, { accountNumber: account.accountNumber, ...failure });
    for (let turn = 0; turn < 60; turn++) await fail(turn);
    const counts = async () => (await entriesAbout(account, "sign_in.failed")).map(({ detail }) => detail.failures);
    expect((await counts()).sort(byNumber)).toEqual([1, 5, 10, 20, 40]);
    pass(lockOutMs);
    await fail(0);
    expect((await counts()).at(-1)).toBe(1);
    for await (const { broken } of verifyChains(account.accountNumber)) expect(broken).toBeNull();
  });

  it("are not recorded for unknown addresses, nor for the public sandbox, whose sign-ins are not recorded either", async () => {
    await seedSandbox();
    const count = () => db().auditEntry.count();
    const account = { ...sandbox.merchant, password: sandbox.password };
    const before = await count();
    await failAt("token grant", account);
    await failAt("dashboard", { ...account, email: "unknown@example.com" });
    await grantToken({ email: account.email, password: account.password, scopes }, address);
    await enterAs(account);
    await finishAfterAnswers();
    expect(await count()).toBe(before);
  });
});

const accountOf = ({ accountNumber }: Account) => ({ accountNumber });
const byNumber = (one: unknown, other: unknown) => Number(one) - Number(other);
