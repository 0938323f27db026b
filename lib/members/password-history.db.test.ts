import { describe, expect, it } from "vitest";
import { deleteAccount } from "@/lib/accounts/manage-account";
import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { changePassword } from "@/lib/profile/change-password";
import { openTestAccount } from "@/tests/support/http/accounts";
import { enterAs, goodPassword, join, laptop, refusalOf, ticketFor } from "@/tests/support/http/members";
import { createSub, newCreator, update } from "@/tests/support/http/sub-accounts";
import { callerOf } from "@/tests/support/http/withdrawals";
import { drawCases } from "@/tests/support/in-process/seed";
import { changeOwnPassword, requestPasswordReset, resetPassword } from "./set-password";
import { removeMember } from "./team";

/** PCI DSS 8.3.7: a new password differs from the last four, the current one included. */

const isRecent = "The new password must not be one of your last four passwords.";
const isCurrent = "The new password must be different from the old password.";
const nth = (turn: number) => `Password-number-${turn}-2026`;
const twice = (password: string) => ({ new_password: password, confirm_password: password });

async function openHolder() {
  const { accountNumber, email, password } = await openTestAccount();
  const change = (from: string, to: string) =>
    refusalOf(changePassword(callerOf(accountNumber), { old_password: from, ...twice(to) }, laptop.clientAddress));
  return { email, memberId: accountNumber, password, change };
}

async function openMember() {
  const { caller, email, member } = await join();
  const change = async (from: string, to: string) => {
    const viewer = await enterAs({ email, password: from });
    const body = { old_password: from, ...twice(to) };
    return refusalOf(changeOwnPassword(viewer, viewer.callerIn("sandbox"), body, laptop.clientAddress));
  };
  return { caller, email, memberId: member.memberId, password: goodPassword, change };
}

async function reset(email: string, password: string): Promise<string> {
  await requestPasswordReset(email);
  return refusalOf(resetPassword({ ticket: await ticketFor(email), ...twice(password) }));
}

async function formerHashes(memberId: string): Promise<string[]> {
  const [row] = await query<{ hashes: string[] }>(sql`
    SELECT former_passwords AS hashes FROM account WHERE account_number = ${memberId}
    UNION ALL SELECT former_passwords FROM member WHERE id = ${memberId} AND password_hash IS NOT NULL`);
  return row?.hashes ?? [];
}

const owners = [
  ["the account holder", openHolder],
  ["a team member", openMember],
] as const;

describe.each(drawCases(owners, 2))("the new password of %s", (_who, open) => {
  it("is none of the last four when it is changed or reset by mail, and may be the fifth to last", async () => {
    const { email, memberId, password, change } = await open();
    expect(await change(password, nth(1))).toBe("done");
    expect(await change(nth(1), nth(2))).toBe("done");
    expect(await reset(email, nth(3))).toBe("done");
    for (const recent of [password, nth(1), nth(2)]) {
      expect(await change(nth(3), recent)).toBe(isRecent);
      expect(await reset(email, recent)).toBe(isRecent);
    }
    expect([await change(nth(3), nth(3)), await reset(email, nth(3))]).toEqual([isCurrent, isRecent]);
    expect(await change(nth(3), nth(4))).toBe("done");
    expect(await formerHashes(memberId)).toHaveLength(3);
    expect(await change(nth(4), password)).toBe("done");
    expect(await formerHashes(memberId)).toHaveLength(3);
  });
});

it("the old password comes first, so that its lack tells nothing about former ones", async () => {
  const { password, change } = await openHolder();
  await change(password, nth(1));
  expect(await change("not the password", password)).toBe("The old password is incorrect.");
});

it("PATCH /accounts refuses a recent password for the own account, and tells a creator nothing about others'", async () => {
  const creator = await newCreator();
  const { accountNumber, password } = await createSub(creator);
  const own = callerOf(accountNumber);
  await update(own, accountNumber, { password: nth(1), old_password: password });
  expect(await refusalOf(update(own, accountNumber, { password, old_password: nth(1) }))).toBe(
    "The password must not be one of your last four passwords.",
  );
  expect(await refusalOf(update(creator, accountNumber, { password }))).toBe("done");
  expect(await formerHashes(accountNumber)).toHaveLength(2);
});

it("former passwords are erased with the member, and with the account", async () => {
  const { caller, memberId, password, change } = await openMember();
  await change(password, nth(1));
  await removeMember(caller, memberId, []);
  expect(await formerHashes(memberId)).toEqual([]);
  const holder = await openHolder();
  await holder.change(holder.password, nth(1));
  await deleteAccount(callerOf(holder.memberId), holder.memberId);
  expect(await formerHashes(holder.memberId)).toEqual([]);
});
