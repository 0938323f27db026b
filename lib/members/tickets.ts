import { lockEmail } from "@/lib/accounts/email-store";
import { now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import type { TicketKind } from "@/lib/mail/kinds";
import { readTicketToken } from "@/lib/mail/ticket-links";
import { lockAccountShared } from "./store";
import { findOpenTicket, spendTickets, type TicketRow } from "./ticket-store";

/** One-time tickets in the links of mails, issued by lib/auth/issue-ticket.ts. */

/** Finds a ticket without spending it, because mail scanners open the linked page, too. */
export async function findTicket(kind: TicketKind, token: string): Promise<TicketRow | null> {
  const id = readTicketToken(kind, token);
  return id ? findOpenTicket({ id, kind }, now()) : null;
}

/**
 * Spends a ticket. Of two concurrent calls, one succeeds. Call it in the transaction that makes the change, so that a
 * rollback restores the ticket.
 */
export async function useTicket(kind: TicketKind, token: string): Promise<TicketRow> {
  const ticket = await findTicket(kind, token);
  // Using a ticket may confirm its email address. To avoid deadlocks, every transaction that confirms an address locks
  // the address before accounts.
  if (ticket) await lockEmail(ticket.email);
  // Locks the account before its tickets, as a password change does, to avoid a deadlock.
  if (ticket?.accountNumber) await lockAccountShared(ticket.accountNumber);
  if (!ticket || (await spendTickets({ id: ticket.id }, now())) === 0) throw ticketExpired();
  return ticket;
}

export const ticketExpired = () =>
  new AppError("invalid", "This link was used already, or is too old. Ask for a new one.", {
    refusal: { reason: "link_in_mail_old" },
  });
