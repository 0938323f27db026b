/** Every mail there is, by what it tells. */
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

/** These come with a payment or a withdrawal each, which must not go unseen. Of others one could have us send as many as one likes. */
export const unlimitedKinds: readonly MailKind[] = ["receipt", "card_stored", "withdrawal_created", "withdrawal_held"];

/** These let their reader do something, by a ticket in their link: nobody but their reader is shown them. */
export const ticketKinds = [
  "sign_up",
  "password_reset",
  "invitation",
  "email_confirmation",
  "email_change",
] as const satisfies readonly MailKind[];
export type TicketKind = (typeof ticketKinds)[number];

/** Mails whose links act without a sign-in. A held withdrawal needs no ticket of its own: its status says what is left. */
export const linkKinds = [...ticketKinds, "withdrawal_held"] as const satisfies readonly MailKind[];
export type LinkKind = (typeof linkKinds)[number];

/** Anybody can have these sent to anybody's address. */
export const askedForKinds: readonly MailKind[] = [...ticketKinds, "sign_up_known"];
