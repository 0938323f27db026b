import { afterAll, describe, expect, it } from "vitest";
import { seedSandbox } from "@/lib/accounts/seed-sandbox";
import { authenticate } from "@/lib/auth/authenticate";
import { isLocked } from "@/lib/auth/sign-in/sign-in-attempts";
import { codeOf, stepAt } from "@/lib/auth/sign-in/totp";
import { db } from "@/lib/db/client";
import { day, now } from "@/lib/kit/clock";
import { beginSecondFactor, enableSecondFactor, enterCode, pendingSecretOf } from "@/lib/members/second-factor";
import { signIn } from "@/lib/members/sign-in";
import { sandbox } from "@/lib/reference/sandbox";
import { openTestAccount } from "@/tests/support/http/accounts";
import { enterAs, join, laptop, mailsTo, refusalOf } from "@/tests/support/http/members";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { sweepTable } from "@/tests/support/in-process/retention";
import { bytesOf, codeStep, openWithFactor, wrongCode } from "@/tests/support/in-process/second-factor";
import { grantToken } from "./grant-token";
import { refreshToken } from "./refresh-token";
import { rotateSigningKey } from "./signing-keys";

const { pass } = movingClock();

// The next test file starts with an empty database, so the signing keys of this one must not stay in memory.
afterAll(rotateSigningKey);

const home = laptop.clientAddress;
const scopes = ["svc-user-all" as const];
const refused = "The user credentials were incorrect.";
const open = () => openWithFactor(pass);

type Account = { email: string; password: string };
const grant = ({ email, password }: Account, otp?: string, address = home) =>
  grantToken({ email, password, otp, scopes }, address);
const isAlive = (token: string) =>
  authenticate({ authorization: `Bearer ${token}`, apiKey: null, clientAddress: home }).then(
    () => true,
    () => false,
  );

describe("with the second factor on, the password grant", () => {
  it("needs a code of the app or a recovery code, and answers like a wrong password without one", async () => {
    const { account, code, recoveryCodes } = await open();
    for (const otp of [undefined, wrongCode(code()), "", "not a code"])
      expect(await refusalOf(grant(account, otp))).toBe(refused);
    expect(await refusalOf(grant({ ...account, password: "wrong-password" }, code()))).toBe(refused);
    expect(await refusalOf(grant(account, code()))).toBe("done");
    expect(await refusalOf(grant(account, recoveryCodes[0]))).toBe("done");
    expect(await refusalOf(grant(account, recoveryCodes[0]))).toBe(refused);
  });

  it("accepts each code once, also in parallel grants, and shares used codes with the dashboard", async () => {
    const { account, code, halfway } = await open();
    const otp = code();
    const outcomes = await Promise.all([1, 2, 3].map(() => refusalOf(grant(account, otp))));
    expect(outcomes.sort()).toEqual([refused, refused, "done"]);
    expect(await refusalOf(enterCode(await halfway(), otp, laptop))).toBe("The code is wrong.");
    pass(codeStep);
    await enterCode(await halfway(), code(), laptop);
    expect(await refusalOf(grant(account, code()))).toBe(refused);
  });

  it("counts a missing or wrong code as a failed sign-in", async () => {
    const { account, code } = await open();
    for (const otp of [undefined, wrongCode(code())])
      for (let turn = 0; turn < 5; turn++) await refusalOf(grant(account, otp));
    expect(await isLocked(account.email, home)).toBe(true);
    expect(await refusalOf(grant(account, code()))).toBe(refused);
    expect(await refusalOf(grant(account, code(), "198.51.100.7"))).toBe("done");
  });

  it("ignores a code while the second factor is off", async () => {
    expect(await refusalOf(grant(await openTestAccount(), "123456"))).toBe("done");
  });
});

describe("enabling the second factor", () => {
  async function begin(account: Account) {
    const viewer = await enterAs(account);
    await beginSecondFactor(viewer, account.password, home);
    const secret = bytesOf((await pendingSecretOf(viewer))?.text ?? "");
    return () => enableSecondFactor(viewer, viewer.callerIn("sandbox"), codeOf(secret, stepAt(now())));
  }

  it("ends the account's tokens, and the mail says so", async () => {
    const account = await openTestAccount();
    const { access_token, refresh_token } = await grant(account);
    await (await begin(account))();
    expect(await isAlive(access_token)).toBe(false);
    expect(await refusalOf(refreshToken(refresh_token))).toBe("The refresh token is invalid.");
    expect((await mailsTo(account.email)).at(-1)?.text).toContain("We revoked all API tokens of your account.");
  });

  it("ends a token that is granted at the same moment", async () => {
    for (let round = 0; round < 3; round++) {
      const account = await openTestAccount();
      const enable = await begin(account);
      const [enabled, ...grants] = await Promise.allSettled([enable(), grant(account), grant(account), grant(account)]);
      expect(enabled.status).toBe("fulfilled");
      for (const outcome of grants)
        if (outcome.status === "fulfilled") expect(await isAlive(outcome.value.access_token)).toBe(false);
    }
  });

  it("keeps the account's tokens if a team member does it, because members have no password grant", async () => {
    const { account, email, member } = await join();
    const { access_token } = await grant(account);
    await beginSecondFactor(member, "Long-enough-2026", home);
    const secret = bytesOf((await pendingSecretOf(member))?.text ?? "");
    await enableSecondFactor(member, member.callerIn("sandbox"), codeOf(secret, stepAt(now())));
    expect(await isAlive(access_token)).toBe(true);
    expect((await mailsTo(email)).at(-1)?.text).not.toContain("API tokens");
  });
});

describe("50 parallel guesses of a code", () => {
  const attemptsFrom = (networks: string[]) =>
    db().signInTry.findMany({ where: { network: { in: networks }, lastSuccessAt: null }, select: { failures: true } });

  it("get ten attempts in all, even if they are spread over many sign-ins", async () => {
    const { account, code } = await open();
    const burglar = { clientAddress: "192.0.2.77", userAgent: "" };
    const sessions = await Promise.all(
      Array.from({ length: 10 }, async () => (await signIn(account, burglar)).sessionId),
    );
    const right = Number(code());
    const guesses = Array.from({ length: 50 }, (_, turn) => String((right + turn + 1) % 1_000_000).padStart(6, "0"));
    await Promise.allSettled(
      guesses.map((guess, turn) => enterCode(sessions[turn % sessions.length] ?? "", guess, burglar)),
    );
    // The password sign-ins from this network succeeded. So the only row without a success counts wrong codes.
    expect(await attemptsFrom(["192.0.2.0/24"])).toEqual([{ failures: 10 }]);
    const fresh = (await signIn(account, burglar)).sessionId;
    expect(await refusalOf(enterCode(fresh, code(), burglar))).toBe("The code is wrong.");
    expect(await refusalOf(enterCode((await signIn(account, laptop)).sessionId, code(), laptop))).toBe("done");
  });

  it("do not count correct codes as failures", async () => {
    const { account, code } = await open();
    const failures = async () => (await db().signInTry.aggregate({ _sum: { failures: true } }))._sum.failures;
    const before = await failures();
    await grant(account, code());
    expect(await failures()).toBe(before);
  });
});

describe("a grant from a new network", () => {
  const newNetworkMails = async ({ email }: Account) =>
    (await mailsTo(email)).filter(({ kind }) => kind === "new_network");

  it("is mailed to the holder once, with its address, except for the account's first grant", async () => {
    const account = await openTestAccount();
    await grant(account, undefined, "203.0.113.9");
    await grant(account, undefined, "203.0.113.200");
    expect(await newNetworkMails(account)).toEqual([]);
    await Promise.all([1, 2, 3].map(() => grant(account, undefined, "198.51.100.7")));
    await grant(account, undefined, "198.51.100.8");
    const mails = await newNetworkMails(account);
    expect(mails.map(({ subject }) => subject)).toEqual(["An API token was granted to a new network"]);
    expect(mails[0]?.text).toContain("198.51.100.7");
    await grant(account, undefined, "2001:db8:0:7::1");
    await grant(account, undefined, "2001:db8:0:7::2");
    expect(await newNetworkMails(account)).toHaveLength(2);
  });

  it("is mailed even if a dashboard sign-in came from that network before, as a thief could sign in first", async () => {
    const account = await openTestAccount();
    await grant(account, undefined, "198.51.100.7");
    await signIn(account, laptop);
    await grant(account);
    expect(await newNetworkMails(account)).toHaveLength(1);
  });

  it("is not mailed if it was refused, and the network stays new", async () => {
    const account = await openTestAccount({ mayManageAccounts: false });
    await grant(account);
    const elsewhere = "198.51.100.7";
    const beyondScopes = grantToken({ ...account, scopes: ["svc-accounts-retrieve"] }, elsewhere);
    expect([
      await refusalOf(beyondScopes),
      await refusalOf(grant({ ...account, password: "wrong-one" }, "", elsewhere)),
    ]).toEqual(["Forbidden", refused]);
    expect(await newNetworkMails(account)).toEqual([]);
    await grant(account, undefined, elsewhere);
    expect(await newNetworkMails(account)).toHaveLength(1);
  });

  it("is mailed again after 180 days without use, except for the network that was used last", async () => {
    const account = await openTestAccount();
    await grant(account);
    pass(2 * day);
    await grant(account, undefined, "198.51.100.7");
    expect(await newNetworkMails(account)).toHaveLength(1);
    pass(180 * day);
    await sweepTable("known_network");
    await grant(account, undefined, "198.51.100.7");
    expect(await newNetworkMails(account)).toHaveLength(1);
    await grant(account);
    expect(await newNetworkMails(account)).toHaveLength(2);
  });

  it("is never mailed to the public sandbox accounts", async () => {
    await seedSandbox();
    const account = { email: sandbox.merchant.email, password: sandbox.password };
    for (const address of [home, "198.51.100.7"]) await grant(account, undefined, address);
    expect(await newNetworkMails(account)).toEqual([]);
    expect(await db().knownNetwork.count({ where: { accountNumber: sandbox.merchant.accountNumber } })).toBe(0);
  });
});
