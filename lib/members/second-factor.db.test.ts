import { afterAll, describe, expect, it } from "vitest";
import { seedSandbox } from "@/lib/accounts/seed-sandbox";
import { isLocked, lockOutMs } from "@/lib/auth/sign-in/sign-in-attempts";
import { codeOf, stepAt } from "@/lib/auth/sign-in/totp";
import { grantToken } from "@/lib/auth/tokens/grant-token";
import { refreshToken } from "@/lib/auth/tokens/refresh-token";
import { rotateSigningKey } from "@/lib/auth/tokens/signing-keys";
import { db } from "@/lib/db/client";
import { finishAfterAnswers } from "@/lib/http/route/after-answer";
import { hour, minute, now } from "@/lib/kit/clock";
import { changePassword } from "@/lib/profile/change-password";
import { sandbox } from "@/lib/reference/sandbox";
import { openTestAccount } from "@/tests/support/http/accounts";
import { enterAs, laptop, mailsTo, refusalOf, viewerOf } from "@/tests/support/http/members";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { sweepTable } from "@/tests/support/in-process/retention";
import { bytesOf, codeStep, openWithFactor, wrongCode } from "@/tests/support/in-process/second-factor";
import { endOneSession, endSessions, listSessions, passwordGrantOf, switchPasswordGrant } from "./manage-sessions";
import { codeWaitMs } from "./open-session";
import { switchSecondFactorOff } from "./operate-members";
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  enterCode,
  pendingSecretOf,
} from "./second-factor";
import { findViewerOf, isAwaitingCode, sessionIdleMs, sessionLifetimeMs } from "./sessions";

const { pass } = movingClock();

// A rotation empties the cache of signing keys, because the next test file starts with an empty database.
afterAll(rotateSigningKey);

const address = laptop.clientAddress;
const signInAgain = "That took too long, or too many codes were wrong. Sign in again.";
const isWrong = "The code is wrong.";
const scopes = ["svc-user-all" as const];
const refused = "The user credentials were incorrect.";

const open = () => openWithFactor(pass);

/** The last audit entries of an account. */
async function lastOf({ accountNumber }: { accountNumber: string }, count: number) {
  const entries = await db().auditEntry.findMany({ where: { accountNumber }, orderBy: { sequence: "asc" } });
  return entries.slice(-count).map(({ action, detail }) => [action, detail]);
}

describe("the second factor", () => {
  it("is active after a right code, and required at the next sign-in", async () => {
    const { account, code, halfway, recoveryCodes } = await open();
    expect(new Set(recoveryCodes).size).toBe(10);
    const pending = await halfway();
    expect([await isAwaitingCode(pending), await findViewerOf(pending)]).toEqual([true, null]);
    const entered = await enterCode(pending, code(), laptop);
    expect(entered).not.toBe(pending);
    expect((await viewerOf(entered)).hasSecondFactor).toBe(true);
    expect(await findViewerOf(pending)).toBeNull();
    expect((await mailsTo(account.email)).map(({ kind }) => kind)).toEqual(["second_factor_enabled"]);
  });

  it("ends all earlier sessions except the one that enabled it", async () => {
    const account = await openTestAccount();
    const [viewer, other] = [await enterAs(account), await enterAs(account)];
    await beginSecondFactor(viewer, account.password, address);
    const secret = bytesOf((await pendingSecretOf(viewer))?.text ?? "");
    await enableSecondFactor(viewer, viewer.callerIn("sandbox"), codeOf(secret, stepAt(now())));
    expect(await findViewerOf(other.sessionId)).toBeNull();
    expect(await findViewerOf(viewer.sessionId)).not.toBeNull();
  });

  it("needs the password to begin and a right code to be enabled, and its secret is not shown afterwards", async () => {
    const account = await openTestAccount();
    const viewer = await enterAs(account);
    expect(await refusalOf(beginSecondFactor(viewer, "wrong-one", address))).toBe("The password is incorrect.");
    await beginSecondFactor(viewer, account.password, address);
    const { text = "" } = (await pendingSecretOf(viewer)) ?? {};
    const right = codeOf(bytesOf(text), stepAt(now()));
    expect(await refusalOf(enableSecondFactor(viewer, viewer.callerIn("live"), wrongCode(right)))).toMatch(/is wrong/);
    await enableSecondFactor(viewer, viewer.callerIn("live"), right);
    expect(await pendingSecretOf(viewer)).toBeNull();
    expect(await refusalOf(beginSecondFactor(viewer, account.password, address))).toMatch(/on already/);
    const row = await db().member.findUnique({ where: { id: viewer.memberId }, omit: { sealedTotp: false } });
    expect(Buffer.from(row?.sealedTotp ?? []).includes(bytesOf(text))).toBe(false);
  });

  it("accepts each code once, also in concurrent requests", async () => {
    const { code, halfway } = await open();
    const given = code();
    const sessions = [await halfway(), await halfway()];
    const results = await Promise.all(sessions.map((id) => refusalOf(enterCode(id, given, laptop))));
    expect(results.sort()).toEqual([isWrong, "done"]);
    expect(await refusalOf(enterCode(await halfway(), given, laptop))).toBe(isWrong);
  });

  it("accepts each recovery code once, in any case and grouping", async () => {
    const { halfway, recoveryCodes } = await open();
    const [first = "", second = ""] = recoveryCodes;
    await enterCode(await halfway(), ` ${first.slice(0, 4)}-${first.slice(4).toLowerCase()}`, laptop);
    expect(await refusalOf(enterCode(await halfway(), first, laptop))).toBe(isWrong);
    await enterCode(await halfway(), second, laptop);
  });

  it("requires the password again after five wrong codes, and after ten minutes", async () => {
    const { code, halfway } = await open();
    const pending = await halfway();
    const answers = [];
    for (let turn = 0; turn < 5; turn++) answers.push(await refusalOf(enterCode(pending, wrongCode(code()), laptop)));
    expect(answers).toEqual([isWrong, isWrong, isWrong, isWrong, signInAgain]);
    expect(await refusalOf(enterCode(pending, code(), laptop))).toBe(signInAgain);
    const other = await halfway();
    pass(codeWaitMs);
    expect([await isAwaitingCode(other), await refusalOf(enterCode(other, code(), laptop))]).toEqual([
      false,
      signInAgain,
    ]);
  });

  it("locks after ten wrong codes from one network, despite right passwords in between", async () => {
    const { code, halfway } = await open();
    for (const _ of [1, 2]) {
      const pending = await halfway();
      for (let turn = 0; turn < 5; turn++) await refusalOf(enterCode(pending, wrongCode(code()), laptop));
      await halfway();
    }
    expect(await refusalOf(enterCode(await halfway(), code(), laptop))).toBe(isWrong);
    expect(await refusalOf(enterCode(await halfway(), code(), { ...laptop, clientAddress: "198.51.100.7" }))).toBe(
      "done",
    );
    pass(lockOutMs);
    expect(await refusalOf(enterCode(await halfway(), code(), laptop))).toBe("done");
  });

  it("is disabled by password and code together", async () => {
    const { account, viewer, caller, code } = await open();
    const off = (proof: { password: string; code: string }) =>
      refusalOf(disableSecondFactor(viewer, caller, proof, address));
    const right = { password: account.password, code: code() };
    expect(await off({ ...right, password: "wrong-one" })).toBe("The password is incorrect.");
    expect(await off({ ...right, code: wrongCode(right.code) })).toBe(isWrong);
    expect(await off(right)).toBe("done");
    expect((await enterAs(account)).hasSecondFactor).toBe(false);
    expect((await mailsTo(account.email)).at(-1)?.kind).toBe("second_factor_disabled");
  });

  it("can be disabled by the operator after a loss, which ends its sessions and its lock", async () => {
    const { account, viewer, caller, code, halfway } = await open();
    await switchPasswordGrant(caller, { isOn: false });
    for (const _ of [1, 2]) {
      const pending = await halfway();
      for (let turn = 0; turn < 5; turn++) await refusalOf(enterCode(pending, wrongCode(code()), laptop));
    }
    const isCodeLocked = () => isLocked(`second factor ${viewer.memberId}`, address);
    expect(await isCodeLocked()).toBe(true);
    await switchSecondFactorOff(account.email.toUpperCase());
    expect(await isCodeLocked()).toBe(false);
    expect(await findViewerOf(viewer.sessionId)).toBeNull();
    expect((await enterAs(account)).hasSecondFactor).toBe(false);
    expect(await refusalOf(grantToken({ ...account, scopes }, address))).toBe("done");
    expect((await mailsTo(account.email)).at(-1)?.kind).toBe("second_factor_disabled");
    const { accountNumber } = account;
    const by = await db().auditEntry.findMany({ where: { accountNumber, action: "second_factor.disabled" } });
    expect(by.map(({ actor, subject }) => [actor, subject])).toEqual([["operator", viewer.memberId]]);
    expect(await refusalOf(switchSecondFactorOff(accountNumber))).toBe("There is no second factor to switch off.");
    expect(await refusalOf(switchSecondFactorOff("unknown@example.com"))).toMatch(/^No member signs in/);
  });

  it("cannot be enabled for the public sandbox, nor can its password grant be switched off", async () => {
    await seedSandbox();
    const viewer = await enterAs({ email: sandbox.merchant.email, password: sandbox.password });
    const keeps = "The public sandbox accounts keep their team and how they sign in.";
    expect(await refusalOf(beginSecondFactor(viewer, sandbox.password, address))).toBe(keeps);
    expect(await refusalOf(switchPasswordGrant(viewer.callerIn("sandbox"), { isOn: false }))).toBe(keeps);
    const other = await enterAs({ email: sandbox.merchant.email, password: sandbox.password });
    expect(
      (await listSessions(viewer)).map(({ id }) => id),
      "others' browsers are not shown",
    ).toEqual([viewer.sessionId]);
    await endSessions(viewer, viewer.callerIn("sandbox"));
    expect(await findViewerOf(other.sessionId)).not.toBeNull();
  });
});

describe("the password grant", () => {
  it("stays on without a second factor", async () => {
    const viewer = await enterAs(await openTestAccount());
    expect(await passwordGrantOf(viewer)).toEqual({ isOn: true, canBeOff: false });
    expect(await refusalOf(switchPasswordGrant(viewer.callerIn("sandbox"), { isOn: false }))).toBe(
      "The account's holder needs a second factor first.",
    );
  });

  it("answers like a wrong password and ends its tokens when off, and is on again without the second factor", async () => {
    const { account, viewer, caller, code } = await open();
    const ask = () => refusalOf(grantToken({ ...account, otp: code(), scopes }, address));
    const { refresh_token } = await grantToken({ ...account, otp: code(), scopes }, address);
    await switchPasswordGrant(caller, { isOn: false });
    pass(codeStep);
    expect([await ask(), await refusalOf(refreshToken(refresh_token))]).toEqual([
      refused,
      "The refresh token is invalid.",
    ]);
    await finishAfterAnswers();
    expect(await findViewerOf(viewer.sessionId)).not.toBeNull();
    await disableSecondFactor(viewer, caller, { password: account.password, code: code() }, address);
    expect(await lastOf(account, 2)).toEqual([
      ["second_factor.disabled", {}],
      ["password_grant.changed", { is_on: true }],
    ]);
    expect(await ask()).toBe("done");
  });
});

describe("a session", () => {
  it("ends after fifteen idle minutes, and after twelve hours in any case", async () => {
    const account = await openTestAccount();
    const { sessionId } = await enterAs(account);
    pass(sessionIdleMs - 1);
    expect(await findViewerOf(sessionId)).not.toBeNull();
    pass(sessionIdleMs);
    expect(await findViewerOf(sessionId)).toBeNull();
    const { sessionId: busy } = await enterAs(account);
    for (let passed = 0; passed < sessionLifetimeMs - 10 * minute; passed += 10 * minute) {
      pass(10 * minute);
      expect(await findViewerOf(busy)).not.toBeNull();
    }
    pass(10 * minute);
    expect(await findViewerOf(busy)).toBeNull();
    pass(hour);
    await sweepTable("dashboard_session");
    expect(await db().dashboardSession.count({ where: { accountNumber: account.accountNumber } })).toBe(0);
  });

  it("can be ended from another session of the same member, alone or with all, but not by another account", async () => {
    const account = await openTestAccount();
    const [one, other] = [await enterAs(account), await enterAs(account)];
    const stranger = await enterAs(await openTestAccount());
    expect((await listSessions(one)).map(({ isThis }) => isThis).sort()).toEqual([false, true]);
    expect(await refusalOf(endOneSession(stranger, stranger.callerIn("sandbox"), one.sessionId))).toBe(
      "The selected session id is invalid.",
    );
    await endOneSession(one, one.callerIn("sandbox"), other.sessionId);
    expect(await findViewerOf(other.sessionId)).toBeNull();
    expect(await lastOf(account, 1)).toEqual([["sessions.ended", { session: other.sessionId }]]);
    await endSessions(one, one.callerIn("sandbox"));
    expect(await findViewerOf(one.sessionId)).toBeNull();
  });

  it("ends when the password changes", async () => {
    const account = await openTestAccount();
    const viewer = await enterAs(account);
    const change = { old_password: account.password, new_password: "Another-2026", confirm_password: "Another-2026" };
    await changePassword(viewer.callerIn("sandbox"), change, address);
    expect(await findViewerOf(viewer.sessionId)).toBeNull();
  });
});
