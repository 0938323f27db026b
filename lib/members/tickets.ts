import { day, hour, later, now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import type { TicketKind } from "@/lib/mail/kinds";
import { readTicketToken } from "@/lib/mail/ticket-links";
import { lockAccount } from "./store";
import { deleteTicketsBefore, findOpenTicket, insertTicket, spendTickets, type TicketRow } from "./ticket-store";

/** What somebody may do, once, who reads a mail. */

const lastsFor: Readonly<Record<TicketKind, number>> = {
  sign_up: 24 * hour,
  password_reset: hour,
  invitation: 7 * day,
};

type NewTicket = {
  kind: TicketKind;
  email: string;
  accountNumber?: string;
  memberId?: string;
  details?: Readonly<Record<string, string>>;
};

/** Its id is what the mail is written with. */
export async function issueTicket({ details = {}, ...ticket }: NewTicket): Promise<string> {
  const at = now();
  const id = newUlid(at);
  await insertTicket({ ...ticket, id, details, createdAt: at, expiresAt: later(lastsFor[ticket.kind], at) });
  return id;
}

/** Looked at by the page that a link leads to; programs that follow every link of a mail use nothing up. */
export async function findTicket(kind: TicketKind, token: string): Promise<TicketRow | null> {
  const id = readTicketToken(kind, token);
  return id ? findOpenTicket({ id, kind }, now()) : null;
}

/** Of two that come at once, one gets it. In the transaction of what it is used for: should that fail, it is unused. */
export async function useTicket(kind: TicketKind, token: string): Promise<TicketRow> {
  const ticket = await findTicket(kind, token);
  // A change of password locks the account and spends its tickets: in the other order both would wait for each other.
  if (ticket?.accountNumber) await lockAccount(ticket.accountNumber);
  if (!ticket || (await spendTickets({ id: ticket.id }, now())) === 0) throw ticketIsOver();
  return ticket;
}

export const ticketIsOver = () =>
  new AppError("invalid", "This link was used already, or is too old. Ask for a new one.");

/** For the worker. */
export const forgetTickets = (): Promise<void> => deleteTicketsBefore(now());
