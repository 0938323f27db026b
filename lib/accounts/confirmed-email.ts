import { recordAll } from "@/lib/audit/record";
import { issueTicket } from "@/lib/auth/issue-ticket";
import { spendTicketsOf } from "@/lib/auth/store";
import { inTransaction } from "@/lib/db/client";
import { now } from "@/lib/kit/clock";
import { mailMember } from "@/lib/mail/mail-member";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { deleteHolderSessions, isConfirmed, listUnconfirmed, lockEmail } from "./email-store";
import { emailTaken } from "./rules";

/**
 * An address is confirmed by its first mail that is followed, or by the operator. Confirmed addresses are unique over accounts
 * and members. An unconfirmed one holds nothing: up to three accounts have it until its owner confirms it.
 */

type Taking = { email: string; actor: string; holder?: string };

/** Runs `confirm`, which makes the address that of `holder`. Accounts that have it unconfirmed lose it. */
export function takeAddress<Result>({ email, actor, holder }: Taking, confirm: () => Promise<Result>): Promise<Result> {
  return inTransaction(async () => {
    await lockEmail(email);
    const losing = (await listUnconfirmed(email)).filter(({ accountNumber }) => accountNumber !== holder);
    const result = await confirm();
    for (const { accountNumber, createdByNumber } of losing) {
      await deleteHolderSessions(accountNumber);
      if (createdByNumber) await mailMerchant.addressLost(createdByNumber, accountNumber, email);
    }
    const entry = (accountNumber: string, subject: string) =>
      ({ actor, accountNumber, action: "account.email_lost", subject, detail: { email } }) as const;
    await recordAll(
      losing.flatMap(({ accountNumber: lost, createdByNumber }) => [
        entry(lost, lost),
        ...(createdByNumber ? [entry(createdByNumber, lost)] : []),
      ]),
    );
    return result;
  });
}

/** Mails the link that confirms the address which an account has. Links for addresses it had before are spent. */
export async function askToConfirm(accountNumber: string, email: string): Promise<void> {
  await spendTicketsOf(accountNumber, now(), { kind: "email_confirmation" });
  const id = await issueTicket({ kind: "email_confirmation", email, accountNumber });
  await mailMember.confirmEmail(accountNumber, email, id);
}

type Wanted = { from: string; to: string; ceiling: readonly string[] };

/** The account keeps its confirmed address until the owner of the new one follows the link. */
export async function askToChange(accountNumber: string, { from, to, ceiling }: Wanted): Promise<void> {
  if (await isConfirmed(to)) throw emailTaken();
  await forgetWantedEmail(accountNumber);
  const details = { from, ceiling: ceiling.join(" ") };
  const id = await issueTicket({ kind: "email_change", email: to, accountNumber, details });
  await mailMember.confirmEmailChange(accountNumber, to, id);
  await mailMerchant.emailChangeAsked(accountNumber, to);
}

export const forgetWantedEmail = (accountNumber: string): Promise<void> =>
  spendTicketsOf(accountNumber, now(), { kind: "email_change" });
