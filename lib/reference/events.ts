/** What merchants are told of, by name: which family of the API it belongs to, and whose record it carries. */
export const events = {
  "payment.created": { family: "payments", carries: "transaction" },
  "payment.success": { family: "payments", carries: "transaction" },
  "payment.failed": { family: "payments", carries: "transaction" },
  "payment.error": { family: "payments", carries: "transaction" },
  "payment.refund_requested": { family: "payments", carries: "transaction" },
  "payment.refunded": { family: "payments", carries: "transaction" },
  "payment.refund_rejected": { family: "payments", carries: "transaction" },
  "payment.chargeback_opened": { family: "payments", carries: "transaction" },
  "payment.chargeback_won": { family: "payments", carries: "transaction" },
  "payment.chargeback_lost": { family: "payments", carries: "transaction" },
  "payment.fraud_confirmed": { family: "payments", carries: "transaction" },
  "trusted_card.created": { family: "payments", carries: "trusted_card" },
  "trusted_card.verified": { family: "payments", carries: "trusted_card" },
  "trusted_card.deleted": { family: "payments", carries: "trusted_card" },
  "withdrawal.pending": { family: "main", carries: "withdrawal" },
  "withdrawal.processing": { family: "main", carries: "withdrawal" },
  "withdrawal.completed": { family: "main", carries: "withdrawal" },
  "withdrawal.held": { family: "main", carries: "withdrawal" },
  "withdrawal.released": { family: "main", carries: "withdrawal" },
  "withdrawal.refunded": { family: "main", carries: "withdrawal" },
  "withdrawal.cancelled": { family: "main", carries: "withdrawal" },
  "webhook.test": { family: "main", carries: "webhook" },
} as const;

export const families = ["payments", "main"] as const;
export type EventName = keyof typeof events;
export type Carried = (typeof events)[EventName]["carries"];
export const eventNames = Object.keys(events) as [EventName, ...EventName[]];

/** The one word that stands for all of them. */
export const everyEvent = "*";
