import { afterAll, describe, expect, it } from "vitest";
import { authenticate } from "@/lib/auth/authenticate";
import { recordSignInFailure } from "@/lib/auth/sign-in/sign-in-attempts";
import { grantToken } from "@/lib/auth/tokens/grant-token";
import { refreshToken } from "@/lib/auth/tokens/refresh-token";
import { rotateSigningKey } from "@/lib/auth/tokens/signing-keys";
import { db } from "@/lib/db/client";
import { confirmEmail } from "@/lib/members/confirm-email";
import { requestPasswordReset, resetPassword } from "@/lib/members/set-password";
import { changePassword } from "@/lib/profile/change-password";
import type { Scope } from "@/lib/reference/scopes";
import { openTestAccount, uniqueEmail } from "@/tests/support/http/accounts";
import { enterAs, laptop, mailsTo, refusalOf, ticketFor } from "@/tests/support/http/members";
import { accountOfGrant, createSub, newCreator, subPassword, update, withKey } from "@/tests/support/http/sub-accounts";
import { callerOf } from "@/tests/support/http/withdrawals";
import { retrieveAccount } from "./manage-account";

// A rotation empties the cache of signing keys, because the next test file starts with an empty database.
afterAll(rotateSigningKey);

const chosen = "Chosen-by-owner-1";
const isOver = "This link was used already, or is too old. Ask for a new one.";

async function openOwn() {
  const account = await openTestAccount();
  return { ...account, caller: callerOf(account.accountNumber) };
}

async function resetByMail(email: string): Promise<void> {
  await requestPasswordReset(email);
  await resetPassword({ ticket: await ticketFor(email), new_password: chosen, confirm_password: chosen });
}

describe("the email and the password of the caller's own account", () => {
  it.each([{ email: "new@example.com" }, { password: "Another-2026" }])(
    "are changed only with the old password: %j",
    async (change) => {
      const { caller, accountNumber, email, password } = await openOwn();
      const refusals = [
        [{}, "The old password field is required."],
        [{ old_password: "" }, "The old password field is required."],
        [{ old_password: "wrong-password" }, "The old password is incorrect."],
      ] as const;
      for (const [old, message] of refusals)
        expect(await refusalOf(update(caller, accountNumber, { ...change, ...old }))).toBe(message);
      expect(await accountOfGrant({ email, password })).toBe(accountNumber);
      expect(await refusalOf(update(caller, accountNumber, { ...change, old_password: password }))).toBe("done");
    },
  );

  it("cannot be guessed, because wrong old passwords count towards the sign-in lock-out", async () => {
    const { caller, accountNumber, email, password } = await openOwn();
    for (let failure = 1; failure < 10; failure++) await recordSignInFailure(email, laptop.clientAddress, null);
    await refusalOf(update(caller, accountNumber, { password: chosen, old_password: "wrong-password" }));
    expect(await accountOfGrant({ email, password })).toBe(401);
    const change = { password: chosen, old_password: password };
    expect(await refusalOf(update(caller, accountNumber, change))).toBe("The old password is incorrect.");
  });
});

describe("a new email address of a confirmed account", () => {
  async function requestChange() {
    const own = await openOwn();
    const email = uniqueEmail();
    const record = await update(own.caller, own.accountNumber, { email, old_password: own.password });
    return { ...own, old: own.email, email, record };
  }

  it("takes effect when it is confirmed, and the record shows it as pending until then", async () => {
    const { caller, accountNumber, password, old, email, record } = await requestChange();
    expect([record.email, record.pending_email]).toEqual([old, email]);
    expect([await accountOfGrant({ email, password }), await accountOfGrant({ email: old, password })]).toEqual([
      401,
      accountNumber,
    ]);
    await confirmEmail(await ticketFor(email));
    const { data } = await retrieveAccount(caller, accountNumber);
    expect([data.email, "pending_email" in data]).toEqual([email, false]);
    expect([await accountOfGrant({ email, password }), await accountOfGrant({ email: old, password })]).toEqual([
      accountNumber,
      401,
    ]);
    await createSub(await newCreator(), { email: old });
  });

  it("is cancelled by a new password, by another address and by the current address", async () => {
    const first = await requestChange();
    await update(first.caller, first.accountNumber, { password: chosen, old_password: first.password });
    expect(await refusalOf(confirmEmail(await ticketFor(first.email)))).toBe(isOver);

    const second = await requestChange();
    const other = { email: uniqueEmail(), old_password: second.password };
    expect((await update(second.caller, second.accountNumber, other)).pending_email).toBe(other.email);
    expect(await refusalOf(confirmEmail(await ticketFor(second.email)))).toBe(isOver);
    const current = { email: second.old, old_password: second.password };
    expect("pending_email" in (await update(second.caller, second.accountNumber, current))).toBe(false);
    expect(await refusalOf(confirmEmail(await ticketFor(other.email)))).toBe(isOver);
  });

  it("is refused if its owner has confirmed it for another account meanwhile", async () => {
    const { accountNumber, old, email } = await requestChange();
    await openTestAccount({ email });
    expect(await refusalOf(confirmEmail(await ticketFor(email)))).toBe("An account with this email already exists.");
    expect((await db().account.findUniqueOrThrow({ where: { accountNumber } })).email).toBe(old);
  });
});

it("a new email address of an unconfirmed sub-account takes effect at once, unconfirmed, and ends the older link", async () => {
  const creator = await newCreator();
  const sub = await createSub(creator);
  const older = await ticketFor(sub.email);
  const email = uniqueEmail();
  const record = await update(creator, sub.accountNumber, { email });
  expect([record.email, "pending_email" in record]).toEqual([email, false]);
  expect(await accountOfGrant({ email, password: subPassword })).toBe(sub.accountNumber);
  const row = await db().account.findUniqueOrThrow({ where: { accountNumber: sub.accountNumber } });
  expect(row.emailConfirmedAt).toBeNull();
  expect(await refusalOf(confirmEmail(older))).toBe(isOver);
  expect((await mailsTo(sub.email)).map(({ kind }) => kind)).toEqual(["email_confirmation", "email_changed"]);
  await confirmEmail(await ticketFor(email));
});

describe("a credential that has fewer scopes than its account", () => {
  const held: Scope[] = ["svc-accounts-all", "svc-user-retrieve", "svc-user-update", "svc-transactions-retrieve"];
  const wide: Scope[] = ["svc-withdrawals-create"];

  it("creates accounts whose password grants tokens with these scopes only, and no access to the dashboard", async () => {
    const creator = await newCreator();
    for (const narrow of [withKey(creator, held), { ...creator, scopes: new Set(held) }]) {
      const sub = await createSub(narrow);
      expect(await accountOfGrant(sub, ["svc-user-retrieve", "svc-transactions-retrieve"])).toBe(sub.accountNumber);
      expect([await accountOfGrant(sub, wide), await accountOfGrant(sub, ["svc-user-all"])]).toEqual([403, 403]);
      expect(await refusalOf(enterAs(sub))).toMatch("limited scopes");
    }
  });

  it("sets no limit if it has every scope of its account", async () => {
    const creator = await newCreator();
    const sub = await createSub(creator);
    expect(await accountOfGrant(sub, wide)).toBe(sub.accountNumber);
    expect((await enterAs(sub)).role).toBe("owner");
    const byKey = await createSub(withKey(creator, [...creator.scopes]));
    expect(await accountOfGrant(byKey, wide)).toBe(byKey.accountNumber);
  });

  it("limits the tokens of an account whose password it sets, until a password reset by mail", async () => {
    const creator = await newCreator();
    const sub = await createSub(creator);
    const password = "Chosen-by-creator-1";
    await update(withKey(creator, held), sub.accountNumber, { password });
    expect(await accountOfGrant({ ...sub, password }, wide)).toBe(403);
    await resetByMail(sub.email);
    expect(await accountOfGrant({ ...sub, password: chosen }, wide)).toBe(sub.accountNumber);
    expect((await enterAs({ ...sub, password: chosen })).role).toBe("owner");
  });

  it("cannot remove the limit with the password that it set itself", async () => {
    const sub = await createSub(withKey(await newCreator(), held));
    const own = { ...callerOf(sub.accountNumber), scopes: new Set(held) };
    const change = { old_password: sub.password, new_password: chosen, confirm_password: chosen };
    await changePassword(own, change, laptop.clientAddress);
    expect(await accountOfGrant({ ...sub, password: chosen }, wide)).toBe(403);
  });

  it("cannot remove the limit by giving an existing account an address of its choice", async () => {
    const creator = await newCreator();
    const [unconfirmed, confirmed] = [await createSub(creator), await createSub(creator)];
    await confirmEmail(await ticketFor(confirmed.email));
    for (const { accountNumber } of [unconfirmed, confirmed]) {
      const email = uniqueEmail();
      await update(withKey(creator, held), accountNumber, { email });
      if (accountNumber === confirmed.accountNumber) await confirmEmail(await ticketFor(email));
      await resetByMail(email);
      expect(await accountOfGrant({ email, password: chosen }, held.slice(1))).toBe(accountNumber);
      expect(await accountOfGrant({ email, password: chosen }, wide)).toBe(403);
      await update(creator, accountNumber, { password: subPassword });
      expect(await accountOfGrant({ email, password: subPassword }, wide)).toBe(accountNumber);
    }
  });

  it("also limits existing and refreshed tokens of that account", async () => {
    const { accountNumber, email, password } = await createSub(await newCreator());
    const scopes: Scope[] = ["svc-user-retrieve", "svc-withdrawals-create"];
    const granted = await grantToken({ email, password, scopes }, laptop.clientAddress);
    await db().account.update({ where: { accountNumber }, data: { scopeCeiling: ["svc-user-all"] } });
    const refreshed = await refreshToken(granted.refresh_token);
    for (const { access_token: token } of [granted, refreshed]) {
      const bearer = { authorization: `Bearer ${token}`, apiKey: null, clientAddress: laptop.clientAddress };
      expect([...(await authenticate(bearer)).scopes]).toEqual(["svc-user-retrieve"]);
    }
  });
});
