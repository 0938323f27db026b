import { day, hour, later, now } from "@/lib/kit/clock";
import { newUlid } from "@/lib/kit/ids";
import type { TicketKind } from "@/lib/mail/kinds";
import { insertTicket } from "./store";

/** Issues the one-time tickets in the links of mails. lib/members/tickets.ts reads and spends them. */

const lifetimes: Readonly<Record<TicketKind, number>> = {
  sign_up: 24 * hour,
  password_reset: hour,
  invitation: 7 * day,
  email_confirmation: 7 * day,
  email_change: 24 * hour,
};

type NewTicket = {
  kind: TicketKind;
  email: string;
  accountNumber?: string;
  memberId?: string;
  details?: Readonly<Record<string, string>>;
};

/** Returns the ticket's id, which goes into the link of the mail. */
export async function issueTicket({ details = {}, ...ticket }: NewTicket): Promise<string> {
  const at = now();
  const id = newUlid(at);
  await insertTicket({ ...ticket, id, details, createdAt: at, expiresAt: later(lifetimes[ticket.kind], at) });
  return id;
}
