/**
 * The folders, and for each the other folders that its files may import. The direction is app → domains → http, db →
 * format → kit, reference.
 */
const ground = ["lib/kit", "lib/reference"];
/** What formats values for people may be used by browser, server and mail alike. */
const shown = ["lib/format", ...ground];
/** The layers of lib/http, the lowest first. A layer imports only lower ones. */
const message = ["lib/http/message"];
const readers = ["lib/http/body", "lib/http/limits", "lib/http/pages", "lib/http/telemetry"];
const route = ["lib/http/route"];
const http = [...message, ...readers, ...route, "lib/http/server"];
const floor = [...http, "lib/db", ...shown];

/** Folders that notify merchants and payers. */
const notifiers = ["lib/webhooks", "lib/mail"];

/** Folders that each contain the rules and use cases of one subject. */
const domains = [
  ...notifiers,
  "lib/audit",
  "lib/members",
  "lib/trusted-cards",
  "lib/payment-links",
  "lib/card-links",
  "lib/checkout",
  "lib/cards",
  "lib/script-monitor",
  "lib/timeline",
  "lib/transactions",
  "lib/withdrawals",
  "lib/profile",
  "lib/bank-accounts",
  "lib/pictures",
  "lib/hash-keys",
  "lib/request-log",
  "lib/accounts",
  "lib/auth",
  "lib/acquirers",
  "lib/retention",
  "lib/conformance",
  "lib/hash-inspector",
];

export const rooms: Record<string, string[]> = {
  "lib/kit": [],
  "lib/reference": [],
  "lib/format": ground,
  "lib/db": ground,
  "lib/http/message": ["lib/db", ...ground],
  ...Object.fromEntries(readers.map((reader) => [reader, [...message, "lib/db", ...ground]])),
  "lib/http/route": [...message, ...readers, "lib/db", ...ground],
  "lib/http/server": [...message, ...readers, ...route, "lib/db", ...ground],
  "lib/request-log": floor,
  "lib/gateway": ["lib/db", ...shown],
  "lib/vault": ["lib/db", ...ground],
  "lib/ledger": floor,
  "lib/mail": floor,
  "lib/webhooks": ["lib/mail", "lib/audit", ...floor],
  "lib/audit": floor,
  "lib/auth": ["lib/mail", "lib/audit", ...floor],
  "lib/hash-keys": ["lib/mail", "lib/audit", ...floor],
  "lib/accounts": ["lib/auth", "lib/hash-keys", "lib/ledger", ...notifiers, "lib/audit", ...floor],
  "lib/members": ["lib/accounts", "lib/auth", "lib/mail", "lib/audit", ...floor],
  "lib/acquirers": ["lib/accounts", "lib/gateway", "lib/audit", ...floor],
  "lib/pictures": ["lib/audit", ...floor],
  "lib/profile": ["lib/auth", "lib/accounts", "lib/pictures", "lib/ledger", "lib/mail", "lib/audit", ...floor],
  "lib/bank-accounts": ["lib/accounts", "lib/mail", "lib/audit", ...floor],
  "lib/withdrawals": ["lib/bank-accounts", "lib/ledger", ...notifiers, "lib/audit", ...floor],
  "lib/timeline": ["lib/webhooks", ...floor],
  "lib/transactions": ["lib/timeline", "lib/ledger", "lib/gateway", ...notifiers, "lib/audit", ...floor],
  "lib/cards": ["lib/vault", "lib/webhooks", ...floor],
  "lib/checkout": [
    "lib/cards",
    "lib/timeline",
    "lib/transactions",
    "lib/ledger",
    "lib/hash-keys",
    "lib/accounts",
    "lib/gateway",
    "lib/vault",
    ...notifiers,
    "lib/audit",
    ...floor,
  ],
  "lib/script-monitor": ["lib/checkout", ...floor],
  "lib/hash-inspector": ["lib/checkout", "lib/transactions", "lib/hash-keys", ...floor],
  "lib/conformance": [
    "lib/checkout",
    "lib/transactions",
    "lib/hash-keys",
    "lib/accounts",
    "lib/webhooks",
    "lib/audit",
    ...floor,
  ],
  "lib/trusted-cards": [
    "lib/cards",
    "lib/checkout",
    "lib/transactions",
    "lib/vault",
    ...notifiers,
    "lib/audit",
    ...floor,
  ],
  "lib/payment-links": ["lib/checkout", "lib/pictures", "lib/transactions", "lib/audit", ...floor],
  "lib/card-links": ["lib/trusted-cards", "lib/checkout", "lib/audit", ...floor],
  // lib/app-secret imports these folders, because it lists every database column that APP_SECRET encrypts.
  "lib/app-secret": [
    "lib/hash-keys",
    "lib/accounts",
    "lib/auth",
    "lib/members",
    "lib/bank-accounts",
    "lib/withdrawals",
    "lib/webhooks",
    "lib/audit",
    "lib/trusted-cards",
    "lib/gateway",
    "lib/vault",
    ...floor,
  ],
  "lib/reconciliation": ["lib/transactions", "lib/gateway", ...floor],
  "lib/privacy": ["lib/trusted-cards", "lib/cards", "lib/transactions", "lib/audit", ...floor],
  "lib/retention": ["lib/gateway", "lib/transactions", "lib/auth", "lib/mail", ...floor],
  // lib/api, lib/dashboard and lib/jobs combine the domains for the API routes, the dashboard and the worker.
  "lib/api": [...domains, "lib/gateway", "lib/vault", ...floor],
  "lib/dashboard": [...domains, "lib/api", "lib/ledger", "lib/reconciliation", ...floor],
  "lib/jobs": ["lib/reconciliation", ...domains, "lib/vault", ...floor],
  // lib/metrics reads the state of all domains for /metrics.
  "lib/metrics": ["lib/jobs", "lib/reconciliation", "lib/ledger", ...domains, ...floor],
  // lib/demo marks orders as paid under idempotency keys. Everything else it does over HTTP.
  "lib/demo": ["lib/http/limits", ...shown],
  // lib/docs imports lib/api, because the docs are generated from the API contracts.
  "lib/docs": ["lib/api", "lib/transactions", ...floor],
  // Of some of these domains, components import only the contracts, and of others only types (check-architecture.ts).
  components: [
    ...["lib/auth", "lib/profile", "lib/transactions", "lib/trusted-cards", "lib/webhooks", "lib/withdrawals"],
    ...["lib/checkout", "lib/payment-links", "lib/card-links", "lib/docs", ...shown],
    ...["lib/accounts", "lib/conformance", "lib/dashboard", "lib/hash-inspector", "lib/mail", "lib/members"],
    "lib/request-log",
  ],
  app: [
    "components",
    "lib/gateway",
    "lib/demo",
    "lib/docs",
    "lib/api",
    "lib/dashboard",
    "lib/metrics",
    ...domains,
    ...floor,
  ],
  // Every emulator uses the base, so it knows none of them.
  "emulator/base": ["lib/conformance", "lib/gateway", ...ground],
  // Merchants install the library alone.
  "sdk/typescript/src": [],
};
