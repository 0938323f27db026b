import { takeAddress } from "@/lib/accounts/confirmed-email";
import { confirmEmailOf } from "@/lib/accounts/email-store";
import { emailTaken } from "@/lib/accounts/rules";
import { recordBy } from "@/lib/audit/record";
import { inTransaction, isUniqueViolation } from "@/lib/db/client";
import { now } from "@/lib/kit/clock";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import type { TicketRow } from "./ticket-store";
import { findTicket, ticketExpired, useTicket } from "./tickets";

/** Finds the ticket for the page that the link in a confirmation mail opens. */
export async function findConfirmation(token: string): Promise<TicketRow | null> {
  return (await findTicket("email_confirmation", token)) ?? findTicket("email_change", token);
}

/** Confirms the account's address, or replaces it with the address of an `email_change` ticket. */
export async function confirmEmail(token: string): Promise<void> {
  const found = await findConfirmation(token);
  if (!found) throw ticketExpired();
  await inTransaction(async () => {
    const { kind, email, accountNumber, details } = await useTicket(found.kind, token);
    if (!accountNumber) throw ticketExpired();
    const { from = email, ceiling } = details as { from?: string; ceiling?: string };
    const change = {
      from,
      to: email,
      at: now(),
      ...(ceiling !== undefined && { addressCeiling: ceiling.split(" ").filter(Boolean) }),
    };
    await takeAddress({ email, actor: "mail", holder: accountNumber }, async () => {
      if (!(await confirmEmailOf(accountNumber, change))) throw ticketExpired();
    });
    if (kind === "email_change") await mailMerchant.emailChanged(accountNumber, from);
    await recordBy("mail", accountNumber, "account.email_confirmed", { detail: { email } });
  }).catch((error) => {
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
}
