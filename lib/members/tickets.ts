import { lockEmail } from "@/lib/accounts/email-store";
import { now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import type { TicketKind } from "@/lib/mail/kinds";
import { readTicketToken } from "@/lib/mail/ticket-links";
import { lockAccountShared } from "./store";
import { deleteTicketsBefore, findOpenTicket, spendTickets, type TicketRow } from "./ticket-store";

/** What somebody may do, once, who reads a mail. lib/auth/issue-ticket.ts issues tickets. */

/** Looked at by the page that a link leads to; programs that follow every link of a mail use nothing up. */
export async function findTicket(kind: TicketKind, token: string): Promise<TicketRow | null> {
  const id = readTicketToken(kind, token);
  return id ? findOpenTicket({ id, kind }, now()) : null;
}

/** Of two that come at once, one gets it. In the transaction of what it is used for: should that fail, it is unused. */
export async function useTicket(kind: TicketKind, token: string): Promise<TicketRow> {
  const ticket = await findTicket(kind, token);
  // Every ticket may confirm its address. All transactions that do lock the address before accounts.
  if (ticket) await lockEmail(ticket.email);
  // A change of password locks the account and spends its tickets: in the other order both would wait for each other.
  if (ticket?.accountNumber) await lockAccountShared(ticket.accountNumber);
  if (!ticket || (await spendTickets({ id: ticket.id }, now())) === 0) throw ticketIsOver();
  return ticket;
}

export const ticketIsOver = () =>
  new AppError("invalid", "This link was used already, or is too old. Ask for a new one.");

/** For the worker. */
export const forgetTickets = (): Promise<void> => deleteTicketsBefore(now());
