import type { MailKind } from "@/lib/reference/stored-values";

/**
 * Kinds of mail without a rate limit, because each mail reports a payment, a stored card or a withdrawal. The rate
 * limit on all other kinds prevents mail floods.
 */
export const unlimitedKinds: readonly MailKind[] = ["receipt", "card_stored", "withdrawal_created", "withdrawal_held"];

/** Kinds of mail whose links carry a ticket that acts for the recipient. Only the recipient may see such mail. */
export const ticketKinds = [
  "sign_up",
  "password_reset",
  "invitation",
  "email_confirmation",
  "email_change",
] as const satisfies readonly MailKind[];
export type TicketKind = (typeof ticketKinds)[number];

/**
 * Kinds of mail whose links act without a sign-in. The links of a held withdrawal need no ticket, because the
 * withdrawal's status shows whether it still awaits an answer.
 */
export const linkKinds = [...ticketKinds, "withdrawal_held"] as const satisfies readonly MailKind[];
export type LinkKind = (typeof linkKinds)[number];

/** Kinds of mail that anyone can request for any address. Their rate limit is stricter. */
export const requestableKinds: readonly MailKind[] = [...ticketKinds, "sign_up_known"];
