import { openAccountWith } from "@/lib/accounts/create-account";
import { isConfirmed } from "@/lib/accounts/email-store";
import { checkPassword } from "@/lib/accounts/rules";
import { insertSettings } from "@/lib/accounts/store";
import { issueTicket } from "@/lib/auth/issue-ticket";
import { hashPassword } from "@/lib/auth/sign-in/passwords";
import { inTransaction } from "@/lib/db/client";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { mailMember } from "@/lib/mail/mail-member";
import type { AccountType, Platform } from "@/lib/reference/platforms";
import type { signUpForm } from "./contract";
import { type Browser, openMemberSession } from "./open-session";
import { findTicket, ticketExpired, useTicket } from "./tickets";

/** The data of a sign-up, stored in its ticket until the address is confirmed. */
type TicketDetails = {
  firstName: string;
  lastName: string;
  /** Missing in tickets of the previous release. */
  displayName?: string;
  type: AccountType;
  homePlatform: Platform;
};

/**
 * Creates no account until the email address is confirmed. Only the mail, and not the answer, reveals whether the
 * address already has an account.
 */
export async function signUp({ email, ...given }: BodyOf<typeof signUpForm>) {
  const details = {
    firstName: given.first_name,
    lastName: given.last_name,
    displayName: given.display_name ?? "",
    type: given.type,
    homePlatform: given.country_code,
  } satisfies TicketDetails;
  await inTransaction(async () => {
    if (await isConfirmed(email)) await mailMember.alreadySignedUp(email);
    else await mailMember.confirmSignUp(email, await issueTicket({ kind: "sign_up", email, details }));
  });
  return { message: "OK" as const };
}

type Confirmation = { ticket: string; password: string };

/**
 * Creates the account and signs the browser in. The password is chosen now and not at sign-up. So a person who signs up
 * with another person's address never knows the password.
 */
export async function confirmSignUp({ ticket: token, password }: Confirmation, browser: Browser) {
  const found = await findTicket("sign_up", token);
  checkPassword(password, found?.email);
  if (!found) throw ticketExpired();
  const passwordHash = await hashPassword(password);
  return inTransaction(async () => {
    const { email, details } = await useTicket("sign_up", token);
    const { displayName, ...account } = details as TicketDetails;
    const { accountNumber } = await openAccountWith(passwordHash, { ...account, email }, "mail");
    if (displayName) await insertSettings({ accountNumber, displayName });
    return openMemberSession({ accountNumber, memberId: accountNumber, passwordHash, hasSecondFactor: false }, browser);
  });
}
