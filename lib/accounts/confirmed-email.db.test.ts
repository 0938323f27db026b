import { afterAll, describe, expect, it } from "vitest";
import { recordSignInFailure } from "@/lib/auth/sign-in/sign-in-attempts";
import { rotateSigningKey } from "@/lib/auth/tokens/signing-keys";
import { db } from "@/lib/db/client";
import { now } from "@/lib/kit/clock";
import { newAccountNumber } from "@/lib/kit/ids";
import { confirmEmail } from "@/lib/members/confirm-email";
import { findViewerOf } from "@/lib/members/sessions";
import { requestPasswordReset, resetPassword } from "@/lib/members/set-password";
import { signIn } from "@/lib/members/sign-in";
import { confirmSignUp, signUp } from "@/lib/members/sign-up";
import { inviteMember, joinTeam } from "@/lib/members/team";
import { openTestAccount, uniqueEmail } from "@/tests/support/http/accounts";
import {
  enterAs,
  goodPassword,
  invite,
  join,
  laptop,
  mailsTo,
  refusalOf,
  ticketFor,
} from "@/tests/support/http/members";
import { accountOfGrant, createSub, newCreator, subPassword, update } from "@/tests/support/http/sub-accounts";
import { callerOf } from "@/tests/support/http/withdrawals";
import { deleteAccount, retrieveAccount } from "./manage-account";
import { findAccountOrThrow } from "./operate-accounts";

// A rotation empties the cache of signing keys, because the next test file starts with an empty database.
afterAll(rotateSigningKey);

const isTaken = "An account with this email already exists.";
const names = { first_name: "Ada", last_name: "Lovelace", type: "BUSINESS", country_code: "JM" } as const;
const reset = async (email: string, password: string) =>
  resetPassword({ ticket: await ticketFor(email), new_password: password, confirm_password: password });
const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);
const emailOf = async (accountNumber: string) =>
  (await db().account.findUniqueOrThrow({ where: { accountNumber } })).email;

describe("the address of a team member", () => {
  it("is refused to accounts created by the API, and the member can still sign in and reset the password", async () => {
    const [{ email, member }, creator] = [await join(), await newCreator()];
    const sub = await createSub(creator);
    expect(await refusalOf(createSub(creator, { email }))).toBe(isTaken);
    expect(await refusalOf(update(creator, sub.accountNumber, { email }))).toBe(isTaken);
    const own = await openTestAccount();
    const change = { email, old_password: own.password };
    expect(await refusalOf(update(callerOf(own.accountNumber), own.accountNumber, change))).toBe(isTaken);
    expect((await enterAs({ email, password: goodPassword })).memberId).toBe(member.memberId);
    await requestPasswordReset(email);
    await reset(email, "Another-one-2026");
    expect((await enterAs({ email, password: "Another-one-2026" })).memberId).toBe(member.memberId);
  });

  it("is free again once the member is removed", async () => {
    const { email, account } = await join();
    await db().member.updateMany({ where: { email }, data: { removedAt: now() } });
    await createSub(callerOf(account.accountNumber), { email });
    expect(await refusalOf(openTestAccount({ email }))).toBe("done");
  });
});

describe("the address of an account created by the API", () => {
  it("is unconfirmed until its owner follows the mailed link, which works once", async () => {
    const creator = await newCreator();
    const { email, accountNumber } = await createSub(creator);
    expect(await kindsTo(email)).toEqual(["email_confirmation"]);
    const another = await createSub(await newCreator(), { email });
    const ticket = await ticketFor(email);
    await confirmEmail(ticket);
    expect(await refusalOf(confirmEmail(ticket))).toBe("This link was used already, or is too old. Ask for a new one.");
    expect([await emailOf(another.accountNumber), await emailOf(accountNumber)]).toEqual([email, null]);
    expect(await refusalOf(createSub(await newCreator(), { email }))).toBe(isTaken);
  });

  it("signs in to the API and the dashboard with the account's password, also if three accounts share it", async () => {
    const email = uniqueEmail();
    const subs = [];
    for (const password of ["First-secret-1", "Second-secret-2", "Third-secret-3"])
      subs.push(await createSub(await newCreator(), { email, password }));
    for (const { accountNumber, password } of subs) {
      expect(await accountOfGrant({ email, password })).toBe(accountNumber);
      expect((await enterAs({ email, password })).account.number).toBe(accountNumber);
    }
    expect(await accountOfGrant({ email, password: "Fourth-secret-4" })).toBe(401);
    expect(await refusalOf(createSub(await newCreator(), { email }))).toBe(isTaken);
    await expect(findAccountOrThrow(email)).rejects.toThrow("Several accounts have");
  });

  it("has one lock-out for all accounts that share it, so that the password of one buys no guesses at another", async () => {
    const email = uniqueEmail();
    const own = await createSub(await newCreator(), { email, password: "Attackers-own-1" });
    await createSub(await newCreator(), { email, password: "Victims-secret-2" });
    for (let failure = 1; failure < 10; failure++) await recordSignInFailure(email, laptop.clientAddress, null);
    expect(await accountOfGrant(own)).toBe(own.accountNumber);
    expect(await accountOfGrant({ email, password: "Wrong-guess-1" })).toBe(401);
    expect(await accountOfGrant(own)).toBe(401);
  });

  it("is refused to a second account of the same creator, also in concurrent requests", async () => {
    const [creator, email] = [await newCreator(), uniqueEmail()];
    const both = await Promise.all([1, 2].map(() => refusalOf(createSub(creator, { email }))));
    expect(both.sort()).toEqual([isTaken, "done"].sort());
    const other = await createSub(creator);
    expect(await refusalOf(update(creator, other.accountNumber, { email }))).toBe(isTaken);
  });

  it("is shared by three accounts at most, also when many creators request it at once", async () => {
    const email = uniqueEmail();
    const creators = await Promise.all(Array.from({ length: 5 }, newCreator));
    const outcomes = await Promise.all(creators.map((creator) => refusalOf(createSub(creator, { email }))));
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === isTaken)).toHaveLength(2);
  });

  it("is free again after the account is deleted, and its links are invalid", async () => {
    const creator = await newCreator();
    const { email, accountNumber } = await createSub(creator);
    const ticket = await ticketFor(email);
    await deleteAccount(creator, accountNumber);
    expect(await refusalOf(confirmEmail(ticket))).toMatch("too old");
    await createSub(creator, { email });
  });
});

type Owner = (email: string) => Promise<unknown>;

/** Every way in which an email address can be confirmed. */
const owners: Record<string, Owner> = {
  "signs up": async (email) => {
    await signUp({ email, ...names });
    return confirmSignUp({ ticket: await ticketFor(email), password: goodPassword }, laptop);
  },
  "accepts an invitation": async (email) => {
    const { caller } = await invite();
    await inviteMember(caller, { email, role: "developer" });
    return joinTeam({ ticket: await ticketFor(email), name: "Grace", password: goodPassword }, laptop);
  },
  "changes the address of an account to it": async (email) => {
    const own = await openTestAccount();
    await update(callerOf(own.accountNumber), own.accountNumber, { email, old_password: own.password });
    return confirmEmail(await ticketFor(email));
  },
  "confirms another account of the API": async (email) => {
    await createSub(await newCreator(), { email, password: "Other-secret-2026" });
    return confirmEmail(await ticketFor(email));
  },
  "gets an account from the operator": (email) => openTestAccount({ email }),
};

describe("when the owner of an unconfirmed address", () => {
  it.each(Object.keys(owners))("%s, the account loses it and its creator is mailed", async (way) => {
    const { accountNumber: creatorNumber, email: creatorEmail } = await openTestAccount();
    const creator = callerOf(creatorNumber);
    const sub = await createSub(creator);
    const { sessionId } = await signIn(sub, laptop);
    await owners[way]?.(sub.email);
    expect((await retrieveAccount(creator, sub.accountNumber)).data.email).toBeNull();
    expect(await accountOfGrant(sub)).toBe(401);
    expect(await findViewerOf(sessionId)).toBeNull();
    const mails = (await mailsTo(creatorEmail)).filter(({ kind }) => kind === "email_lost");
    expect(mails.map(({ text }) => [text.includes(sub.accountNumber), text.includes(sub.email)])).toEqual([
      [true, true],
    ]);
    const lost = { accountNumber: { in: [creatorNumber, sub.accountNumber] }, action: "account.email_lost" };
    expect(await db().auditEntry.count({ where: { ...lost, subject: sub.accountNumber } })).toBe(2);
  });

  it("resets the password of one of several accounts, that account is confirmed and the others lose the address", async () => {
    const email = uniqueEmail();
    const [first, second] = [
      await createSub(await newCreator(), { email }),
      await createSub(await newCreator(), { email }),
    ];
    await requestPasswordReset(email);
    expect((await kindsTo(email)).filter((kind) => kind === "password_reset")).toHaveLength(2);
    await reset(email, "Chosen-by-owner-1");
    const addresses = [await emailOf(first.accountNumber), await emailOf(second.accountNumber)];
    expect(addresses.toSorted()).toEqual([email, null].toSorted());
    const holder = addresses[0] === email ? first : second;
    expect(await accountOfGrant({ email, password: "Chosen-by-owner-1" })).toBe(holder.accountNumber);
    const row = await db().account.findUniqueOrThrow({ where: { accountNumber: holder.accountNumber } });
    expect(row.emailConfirmedAt).not.toBeNull();
  });

  it("confirms it in two ways at once, one succeeds and the other is refused", async () => {
    const { email } = await createSub(await newCreator());
    const confirmation = await ticketFor(email);
    await signUp({ email, ...names });
    const signedUp = await ticketFor(email);
    const outcomes = await Promise.all([
      refusalOf(confirmEmail(confirmation)),
      refusalOf(confirmSignUp({ ticket: signedUp, password: goodPassword }, laptop)),
    ]);
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await db().account.count({ where: { email } })).toBe(1);
    expect(await db().confirmedEmail.count({ where: { email } })).toBe(1);
  });

  it("has taken it, the creator can give the account another address to sign in with", async () => {
    const creator = await newCreator();
    const sub = await createSub(creator);
    await openTestAccount({ email: sub.email });
    const email = uniqueEmail();
    expect((await update(creator, sub.accountNumber, { email })).email).toBe(email);
    expect(await accountOfGrant({ email, password: subPassword })).toBe(sub.accountNumber);
  });
});

describe("the database", () => {
  const row = (email: string, more: object = {}) => ({
    accountNumber: newAccountNumber(),
    type: "PERSONAL" as const,
    email,
    passwordHash: "none",
    firstName: "A",
    lastName: "B",
    homePlatform: "TT" as const,
    createdAt: now(),
    ...more,
  });

  it("refuses a second holder of a confirmed address, independently of the code", async () => {
    const [{ email: members }, { email: accounts }] = [await join(), await openTestAccount()];
    for (const email of [members, accounts]) {
      await expect(db().account.create({ data: row(email) })).rejects.toMatchObject({ code: "P2002" });
      const data = row(email, { emailConfirmedAt: now() });
      await expect(db().account.create({ data })).rejects.toMatchObject({ code: "P2002" });
    }
    const { account, email } = await join();
    const member = { id: "member-with-two", accountNumber: account.accountNumber, role: "owner" as const };
    const data = { ...member, email: accounts, passwordHash: "none", name: "Two", createdAt: now() };
    await expect(db().member.create({ data })).rejects.toMatchObject({ code: "P2002" });
    await expect(db().member.updateMany({ where: { email }, data: { email: accounts } })).rejects.toMatchObject({
      code: "P2002",
    });
  });
});
