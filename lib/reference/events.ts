import { covers, type Scope } from "./scopes";

/** Webhook events by name, with the family of the API and the kind of record that each carries. */
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

/** The scope that reads each kind of record. A test webhook needs no scope, because it carries no such record. */
export const readScopes: Readonly<Record<Carried, Scope | null>> = {
  transaction: "svc-transactions-retrieve",
  trusted_card: "svc-trusted-cards-retrieve",
  withdrawal: "svc-withdrawals-retrieve",
  webhook: null,
};

/** The events whose records a caller with these scopes may read. */
export const readableEvents = (held: ReadonlySet<Scope>): EventName[] =>
  eventNames.filter((name) => {
    const scope = readScopes[events[name].carries];
    return scope === null || covers(held, scope);
  });

/**
 * The priority of webhook events. Due deliveries of one endpoint go out by lane, lane 0 first; events not listed here
 * are in lane 0. Anyone can cause thousands of `payment.created`, and of `payment.failed` when those sessions expire.
 * Neither moves money, so both wait for the other events.
 */
export const lanes = { "payment.failed": 1, "payment.created": 2 } as const satisfies Partial<
  Record<EventName, number>
>;

/** A webhook endpoint with this value receives all events. */
export const everyEvent = "*";
