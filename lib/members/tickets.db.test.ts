import { afterAll, describe, expect, it } from "vitest";
import { openTestAccount, uniqueEmail } from "@/e2e/support/accounts";
import { enterAs, laptop, mailsTo, refusalOf, ticketFor, viewerOf } from "@/e2e/support/members";
import { movingClock } from "@/e2e/support/moving-clock";
import { grantToken } from "@/lib/auth/grant-token";
import { endCredentials } from "@/lib/auth/revoke-token";
import { noteFailure } from "@/lib/auth/sign-in-tries";
import { rotateSigningKey } from "@/lib/auth/signing-keys";
import { securityActions } from "@/lib/dashboard/actions/security";
import { db } from "@/lib/db/client";
import { perMinute } from "@/lib/http/endpoint";
import { day, hour } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import { ticketKinds } from "@/lib/mail/kinds";
import { openMailbox } from "@/lib/mail/read-mailbox";
import { readTicketToken } from "@/lib/mail/ticket-links";
import { sandbox } from "@/lib/reference/sandbox";
import { changePassword } from "@/lib/user/change-password";
import { findViewerOf } from "./sessions";
import { askForReset, resetPassword } from "./set-password";
import { confirmSignUp, signUp } from "./sign-up";
import { changeRole, findInvitation, inviteMember, joinTeam, listTeam, removeMember, withdrawInvitation } from "./team";
import { findTicket, forgetTickets } from "./tickets";

const { pass } = movingClock();

// The next file has a database of its own, and must not find the keys of this one in memory.
afterAll(rotateSigningKey);

const password = "Long-enough-2026";
const names = { first_name: "Ada", last_name: "Lovelace", type: "BUSINESS", country_code: "JM" } as const;
const isOver = "This link was used already, or is too old. Ask for a new one.";
const isTaken = "An account with this email already exists.";
const isInUse = "This email address signs in to an account already.";
const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);

const chosen = "Another-one-2026";
const reset = (ticket: string) => resetPassword({ ticket, new_password: chosen, confirm_password: chosen });

/** A team of its own, and somebody who was invited to it. */
async function invite(role: "owner" | "developer" | "support" = "developer") {
  const account = await openTestAccount();
  const caller = (await enterAs(account)).callerIn("sandbox");
  const email = uniqueEmail();
  await inviteMember(caller, { email, role });
  return { account, caller, email, ticket: await ticketFor(email) };
}

async function join(role?: "owner" | "developer" | "support") {
  const invited = await invite(role);
  const { sessionId } = await joinTeam({ ticket: invited.ticket, name: "Grace", password }, laptop);
  return { ...invited, sessionId, member: await viewerOf(sessionId) };
}

describe("a sign-up", () => {
  it("opens an account once its mail is confirmed, and nothing before; the browser is signed in", async () => {
    const email = uniqueEmail();
    expect(await signUp({ email, ...names })).toEqual({ message: "OK" });
    expect(await db().account.count({ where: { email } })).toBe(0);
    const { sessionId } = await confirmSignUp({ ticket: await ticketFor(email), password }, laptop);
    const { account, role } = await viewerOf(sessionId);
    expect([account.name, account.isBusiness, role]).toEqual(["Ada Lovelace", true, "owner"]);
    expect((await enterAs({ email, password })).account.number).toBe(account.number);
  });

  it("of an address that has an account answers the same, and tells whoever reads its mail", async () => {
    const { email } = await openTestAccount();
    expect(await signUp({ email, ...names })).toEqual({ message: "OK" });
    expect(await kindsTo(email)).toEqual(["sign_up_known"]);
  });

  it("is confirmed once, also by two at once, and of two for one address the first counts", async () => {
    const email = uniqueEmail();
    await signUp({ email, ...names });
    const [first] = [await ticketFor(email)];
    await signUp({ email, ...names });
    const tries = await Promise.all([1, 2].map(() => refusalOf(confirmSignUp({ ticket: first, password }, laptop))));
    expect(tries.sort()).toEqual([isOver, "done"].sort());
    pass(1);
    const second = (await mailsTo(email))
      .map(({ text }) => /\?ticket=(\S+)/.exec(text)?.[1])
      .find((one) => one !== first);
    expect(await refusalOf(confirmSignUp({ ticket: second ?? "", password }, laptop))).toBe(isTaken);
  });
});

describe("a confirmation", () => {
  it("chooses the password, by its rules, and none was kept before it", async () => {
    const email = uniqueEmail();
    await signUp({ email, ...names });
    const ticket = await ticketFor(email);
    const kept = await db().emailTicket.findFirst({ where: { email } });
    expect(kept?.details).toEqual({ firstName: "Ada", lastName: "Lovelace", type: "BUSINESS", homePlatform: "JM" });
    expect(await refusalOf(confirmSignUp({ ticket, password: "short" }, laptop))).toMatch(/at least/);
    await confirmSignUp({ ticket, password }, laptop);
  });

  it("opens nothing where the address has become a member's meanwhile", async () => {
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
  ] as const)("of the kind %s is over after %d ms, and then forgotten", async (kind, lasts) => {
    const email =
      kind === "invitation"
        ? (await invite()).email
        : kind === "password_reset"
          ? (await openTestAccount()).email
          : uniqueEmail();
    if (kind === "sign_up") await signUp({ email, ...names });
    if (kind === "password_reset") await askForReset(email);
    const ticket = await ticketFor(email);
    pass(lasts - 1);
    expect(await findTicket(kind, ticket)).not.toBeNull();
    pass(1);
    expect(await findTicket(kind, ticket)).toBeNull();
    pass(1);
    await forgetTickets();
    expect(await db().emailTicket.count({ where: { email } })).toBe(0);
  });

  it("cannot be made of an id, nor used for anything else, and is stored nowhere", async () => {
    const { email, ticket } = await invite();
    const id = readTicketToken("invitation", ticket) ?? "";
    for (const forged of ["", id, `${id}${"A".repeat(24)}`, `${newUlid()}${ticket.slice(26)}`, `${ticket}A`])
      for (const kind of ticketKinds) expect(readTicketToken(kind, forged)).toBeNull();
    expect(readTicketToken("password_reset", ticket)).toBeNull();
    const [kept] = await db().mail.findMany({ where: { recipient: email } });
    expect(kept?.text).toContain(`?ticket=${id}`);
    expect(JSON.stringify([kept, await db().emailTicket.findMany()])).not.toContain(ticket);
  });

  it("of somebody else is not among the mail that an owner is shown", async () => {
    const { account, email } = await invite();
    await askForReset(account.email);
    const owner = { accountNumber: account.accountNumber, environment: "live" } as const;
    expect((await openMailbox(undefined, { owner }))?.mails).toEqual([]);
    expect([...(await kindsTo(account.email)), ...(await kindsTo(email))]).toEqual(["password_reset", "invitation"]);
  });
});

describe("a reset of the password", () => {
  it("of an unknown address, or of the public sandbox, answers as any other, and nothing is mailed", async () => {
    const unknown = uniqueEmail();
    for (const email of [unknown, sandbox.merchant.email]) {
      expect(await askForReset(email)).toEqual({ message: "OK" });
      expect(await mailsTo(email)).toEqual([]);
    }
  });

  it("ends tokens, sessions and every other open reset, is mailed, and unlocks the sign-in", async () => {
    const account = await openTestAccount();
    const { sessionId } = await enterAs(account);
    const scopes = ["svc-user-all" as const];
    await grantToken({ ...account, scopes }, laptop.clientAddress);
    for (let turn = 0; turn < 10; turn++) await noteFailure(account.email, laptop.clientAddress);
    await askForReset(account.email);
    const other = await ticketFor(account.email);
    pass(1);
    await askForReset(account.email);
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

  it("is of no use after the holder changed the password, nor after two came at once", async () => {
    const account = await openTestAccount();
    await askForReset(account.email);
    const ticket = await ticketFor(account.email);
    const caller = (await enterAs(account)).callerIn("sandbox");
    const change = { old_password: account.password, new_password: password, confirm_password: password };
    await changePassword(caller, change, laptop.clientAddress);
    expect(await refusalOf(reset(ticket))).toBe(isOver);

    pass(1);
    await askForReset(account.email);
    const first = await ticketFor(account.email);
    pass(1);
    await askForReset(account.email);
    const both = await Promise.all([first, await ticketFor(account.email)].map((one) => refusalOf(reset(one))));
    expect(both.sort()).toEqual([isOver, "done"].sort());
  });

  it("of a member is theirs alone: others stay signed in", async () => {
    const { account, email, sessionId } = await join();
    const { sessionId: holders } = await enterAs(account);
    pass(1);
    await askForReset(email);
    await reset(await ticketFor(email));
    expect([await findViewerOf(sessionId), (await findViewerOf(holders))?.role]).toEqual([null, "owner"]);
    expect((await enterAs({ email, password: chosen })).role).toBe("developer");
  });

  it("is of no use once the address is another's, and obeys the rules of passwords", async () => {
    const account = await openTestAccount();
    await askForReset(account.email);
    const ticket = await ticketFor(account.email);
    expect(await refusalOf(resetPassword({ ticket, new_password: "short", confirm_password: "short" }))).toBe(
      "The new password must be at least 8 characters.",
    );
    await db().account.updateMany({ where: { email: account.email }, data: { email: uniqueEmail() } });
    expect(await refusalOf(reset(ticket))).toBe(isOver);
  });
});

describe("a team", () => {
  it("is joined once by whoever was invited, who signs in to the dashboard and never by the token grant", async () => {
    const { email, ticket, member, account } = await join();
    expect([member.role, member.email, member.account.number]).toEqual(["developer", email, account.accountNumber]);
    expect(await refusalOf(joinTeam({ ticket, name: "Grace", password }, laptop))).toBe(isOver);
    const scopes = ["svc-user-all" as const];
    expect(await refusalOf(grantToken({ email, password, scopes }, laptop.clientAddress))).toBe(
      "The user credentials were incorrect.",
    );
  });

  it("gives and takes rights at once, and removes with every session", async () => {
    const { caller, member, sessionId, email } = await join("support");
    await changeRole(caller, member.memberId, "developer");
    expect((await findViewerOf(sessionId))?.role).toBe("developer");
    await removeMember(caller, member.memberId);
    expect(await findViewerOf(sessionId)).toBeNull();
    expect(await refusalOf(enterAs({ email, password }))).toBe("The email or the password is wrong.");
    await inviteMember(caller, { email, role: "support" });
  });

  it("has no room for an address that signs in already, nor a say over its holder or another team", async () => {
    const { caller, account, email } = await join();
    for (const known of [email, account.email, (await openTestAccount()).email])
      expect(await refusalOf(inviteMember(caller, { email: known, role: "support" }))).toBe(isInUse);
    const stranger = (await join()).member;
    for (const memberId of [account.accountNumber, stranger.memberId]) {
      expect(await refusalOf(changeRole(caller, memberId, "support"))).toBe("The selected member id is invalid.");
      expect(await refusalOf(removeMember(caller, memberId))).toBe("The selected member id is invalid.");
    }
  });

  it("takes an invitation back, and another one to the same address takes its place", async () => {
    const { caller, email, ticket } = await invite();
    pass(1);
    await inviteMember(caller, { email, role: "owner" });
    const { invitations } = await listTeam(caller);
    expect(invitations.map(({ role }) => role)).toEqual(["owner"]);
    const newer = await ticketFor(email);
    await withdrawInvitation(caller, invitations[0]?.id ?? "");
    for (const old of [ticket, newer])
      expect(await refusalOf(joinTeam({ ticket: old, name: "Grace", password }, laptop))).toBe(isOver);
  });

  it("asks for the password before it lets anybody in, or further in", () => {
    const asking = [securityActions["invite-member"], securityActions["change-role"]];
    for (const { asksPassword, contract } of asking)
      expect([asksPassword, contract.limit]).toEqual([true, { ...perMinute(5), failing: "closed" }]);
  });

  it("is joined while its holder's password is changed, and neither waits for the other", async () => {
    const { account, caller, ticket } = await invite();
    const change = { old_password: account.password, new_password: password, confirm_password: password };
    const [changed, joined] = await Promise.all([
      refusalOf(changePassword(caller, change, laptop.clientAddress)),
      refusalOf(joinTeam({ ticket, name: "Grace", password }, laptop)),
    ]);
    expect([changed, ["done", isOver].includes(joined)]).toEqual(["done", true]);
  });

  it("writes a join down after the sign-in it comes with, as the last thing", async () => {
    const { account } = await join();
    const { accountNumber } = account;
    const entries = await db().auditEntry.findMany({ where: { accountNumber }, orderBy: { sequence: "asc" } });
    expect(entries.slice(-2).map(({ action }) => action)).toEqual(["session.opened", "member.joined"]);
  });

  it("has at most twenty open invitations, and a new one to the same address is no further one", async () => {
    const { caller, email } = await invite();
    for (let count = 1; count < 20; count++) await inviteMember(caller, { email: uniqueEmail(), role: "support" });
    await inviteMember(caller, { email, role: "support" });
    expect(await refusalOf(inviteMember(caller, { email: uniqueEmail(), role: "support" }))).toBe(
      "An account may have at most 20 open invitations.",
    );
  });

  it("is joined with the holder's knowledge", async () => {
    const { account, email, ticket } = await invite("owner");
    pass(1);
    await joinTeam({ ticket, name: "Grace", password }, laptop);
    const mails = (await mailsTo(account.email)).filter(({ kind }) => kind === "member_joined");
    expect(mails.map(({ subject }) => subject)).toEqual([
      "Somebody was invited to your team as owner",
      "Somebody joined your team",
    ]);
    for (const { text } of mails) expect(text).toMatch(new RegExp(`Email: ${email}\\s+Role: Owner`));
  });

  it("loses its open invitations with the holder's password, and with whoever sent them", async () => {
    const { account, caller, ticket, email } = await invite();
    await askForReset(account.email);
    await reset(await ticketFor(account.email));
    expect(await findInvitation(ticket)).toBeNull();

    pass(1);
    await inviteMember(caller, { email, role: "owner" });
    const joined = await joinTeam({ ticket: await ticketFor(email), name: "Grace", password }, laptop);
    const inviter = await viewerOf(joined.sessionId);
    const [theirs, ours] = [uniqueEmail(), uniqueEmail()];
    await inviteMember(inviter.callerIn("sandbox"), { email: theirs, role: "support" });
    await inviteMember(caller, { email: ours, role: "support" });
    await removeMember(caller, inviter.memberId);
    expect(await findInvitation(await ticketFor(theirs))).toBeNull();
    expect(await findInvitation(await ticketFor(ours))).not.toBeNull();
  });

  it("ends with its account, and so do its invitations", async () => {
    const { account, caller, sessionId } = await join();
    const email = uniqueEmail();
    await inviteMember(caller, { email, role: "support" });
    await endCredentials(account.accountNumber);
    expect(await findViewerOf(sessionId)).toBeNull();
    expect(await findInvitation(await ticketFor(email))).toBeNull();
  });
});
