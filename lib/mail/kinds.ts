export const mailKinds = [
  "receipt",
  "refund",
  "card_stored",
  "email_changed",
  "password_changed",
  "key_created",
  "key_rolled",
  "key_revoked",
  "hash_key_rotated",
  "bank_added",
  "bank_changed",
  "bank_removed",
  "withdrawal_created",
  "withdrawal_held",
  "webhook_added",
  "webhook_moved",
  "webhook_disabled",
  "chargeback_opened",
  "chargeback_decided",
  "refund_rejected",
  "sign_up",
  "sign_up_known",
  "password_reset",
  "invitation",
  "email_confirmation",
  "email_change",
  "email_lost",
  "member_joined",
  "second_factor_enabled",
  "second_factor_disabled",
  "new_network",
] as const;

export type MailKind = (typeof mailKinds)[number];

/** Not rate limited: each belongs to a payment or withdrawal that must not go unnoticed. The limit on others prevents mail floods. */
export const unlimitedKinds: readonly MailKind[] = ["receipt", "card_stored", "withdrawal_created", "withdrawal_held"];

/** Mails whose links carry a ticket that acts for the recipient. Only the recipient may see them. */
export const ticketKinds = [
  "sign_up",
  "password_reset",
  "invitation",
  "email_confirmation",
  "email_change",
] as const satisfies readonly MailKind[];
export type TicketKind = (typeof ticketKinds)[number];

/** Mails whose links act without a sign-in. A held withdrawal needs no ticket, because its status shows whether it is still open. */
export const linkKinds = [...ticketKinds, "withdrawal_held"] as const satisfies readonly MailKind[];
export type LinkKind = (typeof linkKinds)[number];

/** Anyone can have these sent to any address, so their rate limit is stricter. */
export const requestableKinds: readonly MailKind[] = [...ticketKinds, "sign_up_known"];
