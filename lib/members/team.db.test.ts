import { afterAll, describe, expect, it } from "vitest";
import { createApiKey, listKeysWithMakers } from "@/lib/auth/keys/manage-keys";
import { grantToken } from "@/lib/auth/tokens/grant-token";
import { endCredentials } from "@/lib/auth/tokens/revoke-token";
import { rotateSigningKey } from "@/lib/auth/tokens/signing-keys";
import { securityActions } from "@/lib/dashboard/actions/security";
import { db } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { perMinute } from "@/lib/http/message/endpoint";
import { changePassword } from "@/lib/profile/change-password";
import { openTestAccount, uniqueEmail } from "@/tests/support/http/accounts";
import {
  enterAs,
  invite,
  join,
  laptop,
  mailsTo,
  goodPassword as password,
  refusalOf,
  ticketFor,
  viewerOf,
} from "@/tests/support/http/members";
import { movingClock } from "@/tests/support/in-process/moving-clock";
import { findViewerOf } from "./sessions";
import { requestPasswordReset, resetPassword } from "./set-password";
import { changeRole, findInvitation, inviteMember, joinTeam, listTeam, removeMember, withdrawInvitation } from "./team";

const { pass } = movingClock();

// A rotation empties the cache of signing keys, because the next test file starts with an empty database.
afterAll(rotateSigningKey);

const isOver = "This link was used already, or is too old. Ask for a new one.";
const isInUse = "This email address signs in to an account already.";

describe("a team", () => {
  it("is joined once with an invitation, and members sign in to the dashboard but not by the token grant", async () => {
    const { email, ticket, member, account } = await join();
    expect([member.role, member.email, member.account.number]).toEqual(["developer", email, account.accountNumber]);
    expect(await refusalOf(joinTeam({ ticket, name: "Grace", password }, laptop))).toBe(isOver);
    const scopes = ["svc-user-all" as const];
    expect(await refusalOf(grantToken({ email, password, scopes }, laptop.clientAddress))).toBe(
      "The user credentials were incorrect.",
    );
  });

  it("applies a new role at once, and removing a member ends all their sessions", async () => {
    const { caller, member, sessionId, email } = await join("support");
    await changeRole(caller, member.memberId, "developer");
    expect((await findViewerOf(sessionId))?.role).toBe("developer");
    await removeMember(caller, member.memberId);
    expect(await findViewerOf(sessionId)).toBeNull();
    expect(await refusalOf(enterAs({ email, password }))).toBe("The email or the password is wrong.");
    await inviteMember(caller, { email, role: "support" });
  });

  it("cannot invite an address that signs in already, nor change its holder or another team's member", async () => {
    const { caller, account, email } = await join();
    for (const known of [email, account.email, (await openTestAccount()).email])
      expect(await refusalOf(inviteMember(caller, { email: known, role: "support" }))).toBe(isInUse);
    const stranger = (await join()).member;
    for (const memberId of [account.accountNumber, stranger.memberId]) {
      expect(await refusalOf(changeRole(caller, memberId, "support"))).toBe("The selected member id is invalid.");
      expect(await refusalOf(removeMember(caller, memberId))).toBe("The selected member id is invalid.");
    }
  });

  it("can withdraw an invitation, and a new invitation to the same address replaces the old one", async () => {
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

  it("requires the password for inviting a member and for changing a role", () => {
    const actions = [securityActions["invite-member"], securityActions["change-role"]];
    for (const { asksPassword, contract } of actions)
      expect([asksPassword, contract.limit]).toEqual([true, { ...perMinute(5), failing: "closed" }]);
  });

  it("can be joined while its holder's password is changed, without a deadlock", async () => {
    const { account, caller, ticket } = await invite();
    const change = { old_password: account.password, new_password: password, confirm_password: password };
    const [changed, joined] = await Promise.all([
      refusalOf(changePassword(caller, change, laptop.clientAddress)),
      refusalOf(joinTeam({ ticket, name: "Grace", password }, laptop)),
    ]);
    expect([changed, ["done", isOver].includes(joined)]).toEqual(["done", true]);
  });

  it("records the join in the audit log after the sign-in", async () => {
    const { account } = await join();
    const { accountNumber } = account;
    const entries = await db().auditEntry.findMany({ where: { accountNumber }, orderBy: { sequence: "asc" } });
    expect(entries.slice(-2).map(({ action }) => action)).toEqual(["session.opened", "member.joined"]);
  });

  it("has at most twenty open invitations, and a second one to the same address does not count", async () => {
    const { caller, email } = await invite();
    for (let count = 1; count < 20; count++) await inviteMember(caller, { email: uniqueEmail(), role: "support" });
    await inviteMember(caller, { email, role: "support" });
    expect(await refusalOf(inviteMember(caller, { email: uniqueEmail(), role: "support" }))).toBe(
      "An account may have at most 20 open invitations.",
    );
  });

  it("mails the holder when an owner is invited and when a member joins", async () => {
    const { account, email, ticket } = await invite("owner");
    pass(1);
    await joinTeam({ ticket, name: "Grace", password }, laptop);
    const mails = (await mailsTo(account.email)).filter(({ kind }) => kind === "member_joined");
    expect(mails.map(({ subject }) => subject)).toEqual([
      "A new owner was invited to your team",
      "A new member joined your team",
    ]);
    for (const { text } of mails) expect(text).toMatch(new RegExp(`Email: ${email}\\s+Role: Owner`));
  });

  it("mails the holder when a role change makes a member an owner", async () => {
    const { account, caller, member, email } = await join("support");
    await changeRole(caller, member.memberId, "developer");
    await changeRole(caller, member.memberId, "owner");
    const made = (await mailsTo(account.email)).filter(({ subject }) => subject.endsWith("was made an owner"));
    expect(made.map(({ text }) => text)).toEqual([expect.stringMatching(new RegExp(`Email: ${email}\\s+Role: Owner`))]);
  });

  it("loses its open invitations when the holder's password is reset or the inviter is removed", async () => {
    const { account, caller, ticket, email } = await invite();
    await requestPasswordReset(account.email);
    await resetPassword({ ticket: await ticketFor(account.email), new_password: password, confirm_password: password });
    expect(await findInvitation(ticket)).toBeNull();

    pass(1);
    await inviteMember(caller, { email, role: "owner" });
    const joined = await joinTeam({ ticket: await ticketFor(email), name: "Grace", password }, laptop);
    const inviter = await viewerOf(joined.sessionId);
    const [byInviter, byHolder] = [uniqueEmail(), uniqueEmail()];
    await inviteMember(inviter.callerIn("sandbox"), { email: byInviter, role: "support" });
    await inviteMember(caller, { email: byHolder, role: "support" });
    await removeMember(caller, inviter.memberId);
    expect(await findInvitation(await ticketFor(byInviter))).toBeNull();
    expect(await findInvitation(await ticketFor(byHolder))).not.toBeNull();
  });

  it("lists the keys that a member made, and revokes the chosen ones together with the member", async () => {
    const { account, caller, member } = await join();
    const { accountNumber } = account;
    const [byMember, byHolder] = [member.callerIn("sandbox"), caller];
    const newKey = async (maker: Caller, name: string) =>
      (await createApiKey(maker, { name, environment: "sandbox", scopes: ["svc-transactions-retrieve"] })).data.kid;
    const [till, shop, own] = [
      await newKey(byMember, "Till"),
      await newKey(byMember, "Shop"),
      await newKey(byHolder, "Own"),
    ];
    const keysOf = async () => (await listTeam(caller)).members.map(({ keys }) => keys.map(({ kid }) => kid).sort());
    expect(await keysOf()).toEqual([[own], [shop, till].sort()]);

    expect(await refusalOf(removeMember(caller, member.memberId, [till, own]))).toBe(
      "The selected revoke kids is invalid.",
    );
    expect(await keysOf()).toEqual([[own], [shop, till].sort()]);
    await removeMember(caller, member.memberId, [till]);
    const keys = (await listKeysWithMakers(caller)).filter(({ revoked_at }) => revoked_at === null);
    expect(keys.map(({ kid, made_by }) => [kid, made_by]).sort()).toEqual(
      [
        [own, account.email],
        [shop, `${member.email} (removed)`],
      ].sort(),
    );
    const entries = await db().auditEntry.findMany({ where: { accountNumber }, orderBy: { sequence: "asc" } });
    expect(entries.slice(-2).map(({ action, subject, detail }) => ({ action, subject, detail }))).toEqual([
      {
        action: "api_key.revoked",
        subject: till,
        detail: { name: "Till", environment: "sandbox", made_by: member.memberId },
      },
      { action: "member.removed", subject: member.memberId, detail: { revoked_keys: [till] } },
    ]);
  });

  it("loses its sessions and invitations when the account is deleted", async () => {
    const { account, caller, sessionId } = await join();
    const email = uniqueEmail();
    await inviteMember(caller, { email, role: "support" });
    await endCredentials(account.accountNumber);
    expect(await findViewerOf(sessionId)).toBeNull();
    expect(await findInvitation(await ticketFor(email))).toBeNull();
  });
});
