import { afterAll, describe, expect, it } from "vitest";
import { seedSandbox } from "@/lib/accounts/seed-sandbox";
import { recordSignInFailure } from "@/lib/auth/sign-in/sign-in-attempts";
import { grantToken } from "@/lib/auth/tokens/grant-token";
import { rotateSigningKey } from "@/lib/auth/tokens/signing-keys";
import { openActions } from "@/lib/dashboard/actions";
import { db, inTransaction, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { finishAfterAnswers } from "@/lib/http/route/after-answer";
import { day, hour } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { ticketKinds } from "@/lib/mail/kinds";
import { openMailbox } from "@/lib/mail/read-mailbox";
import { readTicketToken } from "@/lib/mail/ticket-links";
import { changePassword } from "@/lib/profile/change-password";
import { sandbox } from "@/lib/reference/sandbox";
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
  viewerOf,
} from "@/tests/support/http/members";
import { createSub, newCreator, update } from "@/tests/support/http/sub-accounts";
import { callerOf } from "@/tests/support/http/withdrawals";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { sweepTable } from "@/tests/support/in-process/retention";
import { findViewerOf } from "./sessions";
import { requestPasswordReset, resetPassword } from "./set-password";
import { confirmSignUp, signUp } from "./sign-up";
import { joinTeam } from "./team";
import { findTicket } from "./tickets";

const { pass } = movingClock();

// A rotation empties the cache of signing keys, because the next test file starts with an empty database.
afterAll(rotateSigningKey);

const password = goodPassword;
const names = { first_name: "Ada", last_name: "Lovelace", type: "BUSINESS", country_code: "JM" } as const;
const isOver = "This link was used already, or is too old. Ask for a new one.";
const isTaken = "An account with this email already exists.";
const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);

const chosen = "Another-one-2026";
const reset = (ticket: string) => resetPassword({ ticket, new_password: chosen, confirm_password: chosen });

describe("a sign-up", () => {
  it("creates the account and signs the browser in only when the address is confirmed", async () => {
    const email = uniqueEmail();
    expect(await signUp({ email, ...names })).toEqual({ message: "OK" });
    expect(await db().account.count({ where: { email } })).toBe(0);
    const { sessionId } = await confirmSignUp({ ticket: await ticketFor(email), password }, laptop);
    const { account, role } = await viewerOf(sessionId);
    expect([account.name, account.isBusiness, role]).toEqual(["Ada Lovelace", true, "owner"]);
    expect((await enterAs({ email, password })).account.number).toBe(account.number);
  });

  it("gives the same answer for an address that has an account, and mails that address", async () => {
    const { email } = await openTestAccount();
    expect(await signUp({ email, ...names })).toEqual({ message: "OK" });
    expect(await kindsTo(email)).toEqual(["sign_up_known"]);
  });

  it("is confirmed once, also by concurrent requests, and of two sign-ups for one address the first wins", async () => {
    const email = uniqueEmail();
    await signUp({ email, ...names });
    const [first] = [await ticketFor(email)];
    await signUp({ email, ...names });
    const results = await Promise.all([1, 2].map(() => refusalOf(confirmSignUp({ ticket: first, password }, laptop))));
    expect(results.sort()).toEqual([isOver, "done"].sort());
    pass(1);
    const second = (await mailsTo(email))
      .map(({ text }) => /\?ticket=(\S+)/.exec(text)?.[1])
      .find((ticket) => ticket !== first);
    expect(await refusalOf(confirmSignUp({ ticket: second ?? "", password }, laptop))).toBe(isTaken);
  });
});

describe("the confirmation of a sign-up", () => {
  it("sets the password and checks its rules, no password is stored before it, and customers see the given name", async () => {
    const email = uniqueEmail();
    await signUp({ email, ...names, display_name: "Ada’s Doubles" });
    const ticket = await ticketFor(email);
    const kept = await db().emailTicket.findFirst({ where: { email } });
    expect(kept?.details).toEqual({
      firstName: "Ada",
      lastName: "Lovelace",
      displayName: "Ada’s Doubles",
      type: "BUSINESS",
      homePlatform: "JM",
    });
    expect(await refusalOf(confirmSignUp({ ticket, password: "short" }, laptop))).toMatch(/at least/);
    await confirmSignUp({ ticket, password }, laptop);
    const account = await db().account.findFirst({ where: { email }, select: { settings: true } });
    expect(account?.settings?.displayName).toBe("Ada’s Doubles");
  });

  it("creates no account if the address has become a team member's meanwhile", async () => {
    const { email, ticket: invitation } = await invite();
    pass(1);
    await signUp({ email, ...names });
    const ticket = await ticketFor(email);
    await joinTeam({ ticket: invitation, name: "Grace", password }, laptop);
    expect(await refusalOf(confirmSignUp({ ticket, password }, laptop))).toBe(isTaken);
  });
});

describe("a ticket", () => {
  it.each([
    ["sign_up", 24 * hour],
    ["password_reset", hour],
    ["invitation", 7 * day],
    ["email_confirmation", 7 * day],
    ["email_change", 24 * hour],
  ] as const)("of the kind %s expires after %d ms, and is then deleted", async (kind, lasts) => {
    const email =
      kind === "invitation"
        ? (await invite()).email
        : kind === "password_reset"
          ? (await openTestAccount()).email
          : kind === "email_confirmation"
            ? (await createSub(await newCreator())).email
            : uniqueEmail();
    if (kind === "email_change") {
      const own = await openTestAccount();
      await update(callerOf(own.accountNumber), own.accountNumber, { email, old_password: own.password });
    }
    if (kind === "sign_up") await signUp({ email, ...names });
    if (kind === "password_reset") await requestPasswordReset(email);
    const ticket = await ticketFor(email);
    pass(lasts - 1);
    expect(await findTicket(kind, ticket)).not.toBeNull();
    pass(1);
    expect(await findTicket(kind, ticket)).toBeNull();
    pass(1);
    await sweepTable("email_ticket");
    expect(await db().emailTicket.count({ where: { email } })).toBe(0);
  });

  it("cannot be forged from an id or used for another purpose, and its proof is stored nowhere", async () => {
    const { email, ticket } = await invite();
    const id = readTicketToken("invitation", ticket) ?? "";
    for (const forged of ["", id, `${id}${"A".repeat(24)}`, `${newUlid()}${ticket.slice(26)}`, `${ticket}A`])
      for (const kind of ticketKinds) expect(readTicketToken(kind, forged)).toBeNull();
    expect(readTicketToken("password_reset", ticket)).toBeNull();
    const [kept] = await db().mail.findMany({ where: { recipient: email } });
    expect(kept?.text).toContain(`?ticket=${id}`);
    expect(JSON.stringify([kept, await db().emailTicket.findMany()])).not.toContain(ticket);
  });

  it("of another person is hidden from the account's own mailbox", async () => {
    const { account, email } = await invite();
    await requestPasswordReset(account.email);
    const owner = { accountNumber: account.accountNumber, environment: "live" } as const;
    expect((await openMailbox({}, { owner }))?.mails).toEqual([]);
    expect([...(await kindsTo(account.email)), ...(await kindsTo(email))]).toEqual(["password_reset", "invitation"]);
  });
});

describe("a password reset", () => {
  it("is not mailed for an unknown address or a public sandbox account", async () => {
    await seedSandbox();
    for (const email of [uniqueEmail(), sandbox.merchant.email]) {
      await requestPasswordReset(email);
      expect(await mailsTo(email)).toEqual([]);
    }
  });

  it("is answered before the address is looked up, so that the answer takes the same time for every address", async () => {
    await seedSandbox();
    const { email: known } = await openTestAccount();
    const addresses = [known, uniqueEmail(), sandbox.merchant.email];
    // A transaction locks tables. Statements on these tables wait until `unlock` ends the transaction.
    let unlock = () => {};
    const unlocked = new Promise<void>((resolve) => {
      unlock = resolve;
    });
    const lock = new Promise<void>((isLocked) => {
      void inTransaction(async () => {
        await query(sql`
          LOCK TABLE account, member, confirmed_email, email_ticket, mail IN ACCESS EXCLUSIVE MODE`);
        isLocked();
        await unlocked;
      });
    });
    await lock;
    for (const email of addresses) {
      const reply = openActions.forgotten?.parse({ browser: laptop, sessionId: null }, { email })();
      expect(await reply).toEqual({ answer: { message: "OK" } });
    }
    unlock();
    await finishAfterAnswers();
    expect(await Promise.all(addresses.map(kindsTo))).toEqual([["password_reset"], [], []]);
  });

  it("ends tokens, sessions and other open resets, sends a mail, and unlocks the sign-in", async () => {
    const account = await openTestAccount();
    const { sessionId } = await enterAs(account);
    const scopes = ["svc-user-all" as const];
    await grantToken({ ...account, scopes }, laptop.clientAddress);
    for (let turn = 0; turn < 10; turn++) await recordSignInFailure(account.email, laptop.clientAddress, null);
    await requestPasswordReset(account.email);
    const other = await ticketFor(account.email);
    pass(1);
    await requestPasswordReset(account.email);
    const ticket = await ticketFor(account.email);
    expect(ticket).not.toBe(other);
    await reset(ticket);
    expect(await findViewerOf(sessionId)).toBeNull();
    expect(await db().tokenFamily.count({ where: { accountNumber: account.accountNumber, revokedAt: null } })).toBe(0);
    expect([await refusalOf(reset(ticket)), await refusalOf(reset(other))]).toEqual([isOver, isOver]);
    expect(await kindsTo(account.email)).toContain("password_changed");
    expect(await refusalOf(enterAs(account))).toBe("The email or the password is wrong.");
    await enterAs({ ...account, password: chosen });
  });

  it("is invalid after the holder changed the password, and of two concurrent resets one succeeds", async () => {
    const account = await openTestAccount();
    await requestPasswordReset(account.email);
    const ticket = await ticketFor(account.email);
    const caller = (await enterAs(account)).callerIn("sandbox");
    const change = { old_password: account.password, new_password: password, confirm_password: password };
    await changePassword(caller, change, laptop.clientAddress);
    expect(await refusalOf(reset(ticket))).toBe(isOver);

    pass(1);
    await requestPasswordReset(account.email);
    const first = await ticketFor(account.email);
    pass(1);
    await requestPasswordReset(account.email);
    const both = await Promise.all([first, await ticketFor(account.email)].map((ticket) => refusalOf(reset(ticket))));
    expect(both.sort()).toEqual([isOver, "done"].sort());
  });

  it("of a team member leaves the other members signed in", async () => {
    const { account, email, sessionId } = await join();
    const { sessionId: holders } = await enterAs(account);
    pass(1);
    await requestPasswordReset(email);
    await reset(await ticketFor(email));
    expect([await findViewerOf(sessionId), (await findViewerOf(holders))?.role]).toEqual([null, "owner"]);
    expect((await enterAs({ email, password: chosen })).role).toBe("developer");
  });

  it("is invalid once the account's address has changed, and checks the password rules", async () => {
    const account = await openTestAccount();
    await requestPasswordReset(account.email);
    const ticket = await ticketFor(account.email);
    expect(await refusalOf(resetPassword({ ticket, new_password: "short", confirm_password: "short" }))).toBe(
      "The new password must be at least 8 characters.",
    );
    await db().account.updateMany({ where: { email: account.email }, data: { email: uniqueEmail() } });
    expect(await refusalOf(reset(ticket))).toBe(isOver);
  });
});
