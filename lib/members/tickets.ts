import { lockEmail } from "@/lib/accounts/email-store";
import { now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import type { TicketKind } from "@/lib/mail/kinds";
import { readTicketToken } from "@/lib/mail/ticket-links";
import { lockAccountShared } from "./store";
import { deleteTicketsBefore, findOpenTicket, spendTickets, type TicketRow } from "./ticket-store";

/** One-time tickets in the links of mails. lib/auth/issue-ticket.ts issues them. */

/** Opening the linked page does not spend the ticket, because mail scanners follow links. */
export async function findTicket(kind: TicketKind, token: string): Promise<TicketRow | null> {
  const id = readTicketToken(kind, token);
  return id ? findOpenTicket({ id, kind }, now()) : null;
}

/** Spends the ticket; of two concurrent calls one succeeds. Call it in the transaction that acts, so that a failure restores it. */
export async function useTicket(kind: TicketKind, token: string): Promise<TicketRow> {
  const ticket = await findTicket(kind, token);
  // Using a ticket may confirm its address. To avoid deadlocks, every such transaction locks the address before accounts.
  if (ticket) await lockEmail(ticket.email);
  // A password change locks the account before its tickets; the same order here avoids a deadlock.
  if (ticket?.accountNumber) await lockAccountShared(ticket.accountNumber);
  if (!ticket || (await spendTickets({ id: ticket.id }, now())) === 0) throw ticketExpired();
  return ticket;
}

export const ticketExpired = () =>
  new AppError("invalid", "This link was used already, or is too old. Ask for a new one.");

/** Worker job. */
export const forgetTickets = (): Promise<void> => deleteTicketsBefore(now());
