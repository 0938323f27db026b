import { openAccountWith } from "@/lib/accounts/create-account";
import { isConfirmed } from "@/lib/accounts/email-store";
import { checkPassword } from "@/lib/accounts/rules";
import { issueTicket } from "@/lib/auth/issue-ticket";
import { hashPassword } from "@/lib/auth/sign-in/passwords";
import { inTransaction } from "@/lib/db/client";
import { mailMember } from "@/lib/mail/mail-member";
import type { AccountType, Platform } from "@/lib/reference/platforms";
import { type Browser, openMemberSession } from "./open-session";
import { findTicket, ticketIsOver, useTicket } from "./tickets";

type Given = {
  email: string;
  first_name: string;
  last_name: string;
  type: AccountType;
  country_code: Platform;
};

/** What a ticket keeps of a sign-up. */
type Kept = {
  firstName: string;
  lastName: string;
  type: AccountType;
  homePlatform: Platform;
};

/** Nothing exists until the address is confirmed. Whether it has an account is told to whoever reads its mail, and to nobody else. */
export async function signUp({ email, ...given }: Given) {
  const details = {
    firstName: given.first_name,
    lastName: given.last_name,
    type: given.type,
    homePlatform: given.country_code,
  } satisfies Kept;
  await inTransaction(async () => {
    if (await isConfirmed(email)) await mailMember.alreadyHere(email);
    else await mailMember.confirmSignUp(email, await issueTicket({ kind: "sign_up", email, details }));
  });
  return { message: "OK" as const };
}

type Confirming = { ticket: string; password: string };

/**
 * Opens the account, and a session in the browser of whoever followed the link. The password is theirs: whoever signed
 * up with somebody else's address must not know it.
 */
export async function confirmSignUp({ ticket: token, password }: Confirming, browser: Browser) {
  const found = await findTicket("sign_up", token);
  checkPassword(password, found?.email);
  if (!found) throw ticketIsOver();
  const passwordHash = await hashPassword(password);
  return inTransaction(async () => {
    const { email, details } = await useTicket("sign_up", token);
    const { accountNumber } = await openAccountWith(passwordHash, { ...(details as Kept), email }, "mail");
    return openMemberSession({ accountNumber, memberId: accountNumber, passwordHash, hasSecondFactor: false }, browser);
  });
}
