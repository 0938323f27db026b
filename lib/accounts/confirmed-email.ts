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
 * An address is confirmed by the link in a mail or by the operator. Confirmed addresses are unique across accounts and
 * members. Up to three accounts can share an unconfirmed address until its owner confirms it.
 */

type Confirmation = { email: string; actor: string; holder?: string };

/** Runs `confirm`, which confirms the address for `holder`. Other accounts that have it unconfirmed lose it. */
export function takeAddress<Result>(
  { email, actor, holder }: Confirmation,
  confirm: () => Promise<Result>,
): Promise<Result> {
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

/** Mails the link that confirms the account's address. Links in earlier confirmation mails become invalid. */
export async function mailConfirmation(accountNumber: string, email: string): Promise<void> {
  await spendTicketsOf(accountNumber, now(), { kind: "email_confirmation" });
  const id = await issueTicket({ kind: "email_confirmation", email, accountNumber });
  await mailMember.confirmEmail(accountNumber, email, id);
}

type EmailChange = { from: string; to: string; ceiling: readonly string[] };

/** Mails a link to the new address. The account keeps its confirmed address until the link is followed. */
export async function requestEmailChange(accountNumber: string, { from, to, ceiling }: EmailChange): Promise<void> {
  if (await isConfirmed(to)) throw emailTaken();
  await cancelEmailChange(accountNumber);
  const details = { from, ceiling: ceiling.join(" ") };
  const id = await issueTicket({ kind: "email_change", email: to, accountNumber, details });
  await mailMember.confirmEmailChange(accountNumber, to, id);
  await mailMerchant.emailChangeRequested(accountNumber, to);
}

export const cancelEmailChange = (accountNumber: string): Promise<void> =>
  spendTicketsOf(accountNumber, now(), { kind: "email_change" });
