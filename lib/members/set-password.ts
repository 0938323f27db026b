import { takeAddress } from "@/lib/accounts/confirmed-email";
import { recordBy, recordChange } from "@/lib/audit/record";
import { issueTicket } from "@/lib/auth/issue-ticket";
import { checkLastPasswords } from "@/lib/auth/sign-in/check-last-passwords";
import { checkNewPassword, hashPassword } from "@/lib/auth/sign-in/passwords";
import { provePassword } from "@/lib/auth/sign-in/prove-password";
import { unlockSignIn } from "@/lib/auth/sign-in/sign-in-attempts";
import { endTokens } from "@/lib/auth/tokens/revoke-token";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { now } from "@/lib/kit/clock";
import { type AppError, invalidField } from "@/lib/kit/errors";
import { mailMember } from "@/lib/mail/mail-member";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { isSandboxSeed } from "@/lib/reference/sandbox";
import type { Viewer } from "./sessions";
import {
  deleteMemberSessions,
  findForSignIn,
  findPasswordHash,
  isHolder,
  type Person,
  replacePassword,
  resetHolderPassword,
} from "./store";
import { spendTickets } from "./ticket-store";
import { findTicket, ticketExpired, useTicket } from "./tickets";

/**
 * Mails a link for a password reset. Skips the public sandbox accounts, whose password never changes. If several
 * accounts have the address unconfirmed, each gets its own mail.
 */
export async function requestPasswordReset(email: string): Promise<void> {
  for (const { accountNumber, memberId } of await findForSignIn(email)) {
    if (isSandboxSeed(accountNumber)) continue;
    await inTransaction(async () => {
      const id = await issueTicket({ kind: "password_reset", email, accountNumber, memberId });
      await mailMember.resetPassword(accountNumber, email, id);
    });
  }
}

type Reset = { ticket: string; new_password: string; confirm_password: string };

/** Keeps the second factor, because access to the mailbox does not prove access to the phone. */
export async function resetPassword({ ticket: token, ...chosen }: Reset): Promise<void> {
  const found = await findTicket("password_reset", token);
  checkNewPassword(chosen, found?.email);
  if (!found?.memberId) throw ticketExpired();
  await checkLastPasswords(found.memberId, chosen.new_password);
  const passwordHash = await hashPassword(chosen.new_password);
  const email = await inTransaction(async () => {
    const { email, accountNumber, memberId } = await useTicket("password_reset", token);
    const person = accountNumber && memberId ? { accountNumber, memberId } : null;
    if (!person || !(await replaceByMail(person, email, passwordHash))) throw ticketExpired();
    await afterChange(person, email);
    await recordBy("mail", person.accountNumber, "password.reset", { subject: person.memberId });
    return email;
  });
  await unlockSignIn(email);
}

function replaceByMail(person: Person, email: string, passwordHash: string): Promise<boolean> {
  if (!isHolder(person)) return replacePassword(person, { email }, passwordHash);
  const { accountNumber } = person;
  const taking = { email, actor: "mail", holder: accountNumber };
  return takeAddress(taking, () => resetHolderPassword(accountNumber, email, passwordHash, now()));
}

type Change = { old_password: string; new_password: string; confirm_password: string };

/** Changes a team member's password. The account holder uses `PATCH /user/password`, which has the same rules. */
export async function changeOwnPassword({ email, ...viewer }: Viewer, caller: Caller, change: Change, address: string) {
  checkNewPassword(change, email);
  const person = { accountNumber: viewer.account.number, memberId: viewer.memberId };
  const oldHash = await proveOwnPassword({ ...viewer, email }, change.old_password, address, oldIsWrong);
  await checkLastPasswords(viewer.memberId, change.new_password);
  const newHash = await hashPassword(change.new_password);
  await inTransaction(async () => {
    if (!(await replacePassword(person, { passwordHash: oldHash }, newHash))) throw oldIsWrong();
    await afterChange(person, email);
    await recordChange(caller, "password.changed", { subject: person.memberId });
  });
  return { message: "OK" as const };
}

/** Ends the person's sessions and tokens after a new password, and spends open password reset tickets. */
async function afterChange(person: Person, email: string): Promise<void> {
  const { accountNumber, memberId } = person;
  if (isHolder(person)) {
    await endTokens(accountNumber);
    await mailMerchant.passwordChanged(accountNumber);
  } else {
    await spendTickets({ kind: "password_reset", memberId }, now());
    await deleteMemberSessions({ memberId });
    await mailMember.passwordChanged(accountNumber, email);
  }
}

const oldIsWrong = () => invalidField("old_password", "is incorrect.", { rule: "incorrect" });
const passwordIsWrong = () => invalidField("password", "is incorrect.", { rule: "incorrect" });

/**
 * Checks the member's own password before a sensitive action, because a browser may be unattended. Returns the hash
 * that the password matched.
 */
export async function proveOwnPassword(
  { memberId, email, account }: Pick<Viewer, "memberId" | "email" | "account">,
  password: string,
  clientAddress: string,
  wrong: () => AppError = passwordIsWrong,
): Promise<string> {
  const passwordHash = await findPasswordHash(memberId);
  await provePassword({ email, passwordHash, accountNumber: account.number, memberId }, password, clientAddress, wrong);
  return passwordHash;
}
