/** Every mail there is, by what it tells. */
export const mailKinds = [
  "receipt",
  "refund",
  "card_stored",
  "key_created",
  "key_rolled",
  "key_revoked",
  "bank_added",
  "bank_changed",
  "bank_removed",
  "webhook_disabled",
  "chargeback_opened",
  "chargeback_decided",
  "refund_rejected",
] as const;

export type MailKind = (typeof mailKinds)[number];
