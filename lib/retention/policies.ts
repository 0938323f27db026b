import { acquirerTables } from "@/lib/gateway/registry";
import { day, minute } from "@/lib/kit/clock";

/**
 * How long the rows of each table are kept. A test compares this list with the tables of the database, so a new table
 * needs an entry. docs/decisions/039-retention.md explains the periods.
 */
export type Policy =
  /** Money, its causes and who changed what. Never deleted automatically; personal data is erased on request. */
  | { kind: "books" }
  /** Grows with accounts, not with payments. Its rows last as long as the account, or end by an action of their own. */
  | { kind: "configuration" }
  /** A fixed number of rows, or one per account, that are written again and again. */
  | { kind: "state" }
  /** Deleted with the row of another table. */
  | { kind: "part"; of: string }
  | Expiring;

/** Deleted by the sweep when `since` is older than `keptMs`. */
export type Expiring = {
  kind: "expiring";
  /** The column that starts the period: a time, or a ULID. */
  since: string;
  isUlid?: true;
  keptMs: number;
};

const books = { kind: "books" } as const;
const configuration = { kind: "configuration" } as const;
const state = { kind: "state" } as const;
const partOf = (of: string): Policy => ({ kind: "part", of });
const expiring = (since: string, keptMs = 0): Expiring => ({ kind: "expiring", since, keptMs });

/** Sessions without an attempt. All other sessions are books. */
export const abandonedKeptMs = { sandbox: 30 * day, live: 400 * day } as const;
/** Longer than the 540 days in which a payment can be disputed. */
const timelineKeptMs = 730 * day;

export const policies: Readonly<Record<string, Policy>> = {
  ledger_journal: books,
  ledger_line: books,
  attempt: books,
  refund: books,
  platform_refund: books,
  chargeback: books,
  withdrawal: books,
  audit_entry: books,
  settlement_report: books,
  ...Object.fromEntries(acquirerTables.map((table) => [table, books])),
  trusted_card: books,
  vault_card: books,

  // Only abandoned sessions; see `ownDeletions` in sweep-tables.ts. Sandbox: 30 days.
  checkout_session: expiring("accepted_at", abandonedKeptMs.live),
  session_event: { ...expiring("session_id", timelineKeptMs), isUlid: true },
  webhook_event: expiring("occurred_at", 90 * day),
  webhook_delivery: partOf("webhook_event"),
  webhook_try: partOf("webhook_event"),
  mail: expiring("created_at", 30 * day),
  request_log: expiring("at", 7 * day),
  reconciliation: expiring("until", 400 * day),
  script_check: expiring("checked_at", 400 * day),
  conformance_report: expiring("ran_at", 30 * day),
  card_link: expiring("expires_at", 30 * day),
  card_link_session: partOf("card_link"),
  payment_sum: expiring("hour", 400 * day),
  balance_day: expiring("day", 400 * day),
  known_network: expiring("last_used_at", 180 * day),
  // An idle dashboard session ends after 15 minutes (lib/members/sessions.ts).
  dashboard_session: expiring("last_seen_at", 15 * minute),
  email_ticket: expiring("expires_at"),
  token_family: expiring("expires_at"),
  sign_in_try: expiring("counts_until"),
  idempotency_key: expiring("expires_at"),
  rate_window: expiring("resets_at"),

  account: configuration,
  merchant_settings: configuration,
  merchant_key: configuration,
  merchant_balance: configuration,
  confirmed_email: configuration,
  member: configuration,
  saved_view: configuration,
  api_key: configuration,
  bank_account: configuration,
  picture: configuration,
  webhook_endpoint: configuration,
  payment_link: configuration,
  payment_link_picture: configuration,
  terminal: configuration,
  authentication_policy: configuration,
  // The worker deletes a key 30 days after the next one replaced it (lib/auth/tokens/signing-keys.ts).
  signing_key: configuration,
  app_secret: configuration,
  card_key: configuration,
  _prisma_migrations: configuration,

  history_count: state,
  // The worker adds its rows to payment_sum every few seconds.
  payment_sum_change: state,
  exclusive_job: state,
  // A worker deletes the rows of workers that ended an hour ago (lib/jobs/heartbeat-store.ts).
  worker_heartbeat: state,
  acquirer_health: state,
  gateway_breaker: state,
  retention_sweep: state,
};

export const expiringTables: readonly (readonly [table: string, policy: Expiring])[] = Object.entries(policies).flatMap(
  ([table, policy]) => (policy.kind === "expiring" ? [[table, policy] as const] : []),
);
