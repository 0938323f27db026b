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
  "bank_added",
  "bank_changed",
  "bank_removed",
  "webhook_added",
  "webhook_disabled",
  "chargeback_opened",
  "chargeback_decided",
  "refund_rejected",
] as const;

export type MailKind = (typeof mailKinds)[number];

/** These come with a payment each. Of others one could have us send as many as one likes. */
export const unlimitedKinds: readonly MailKind[] = ["receipt", "card_stored"];
