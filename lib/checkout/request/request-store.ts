import { isTakeable } from "@/lib/checkout/session/take-over-store";
import { query } from "@/lib/db/client";
import { groupCalls } from "@/lib/db/group-calls";
import { anyOf, columnsOf, sql, toColumns } from "@/lib/db/sql";
import { type CountRow, countingHits, countTimeoutMs, type Hits, splitCounts } from "@/lib/http/limits/store";
import type { Owner } from "@/lib/http/message/caller";
import { isSwitchedOff } from "@/lib/http/route/public-credentials";
import { AppError } from "@/lib/kit/errors";
import { customerFields } from "@/lib/reference/customer-details";
import { beginDeliveries, type NewEvent } from "@/lib/webhooks/store";
import type { NewSession } from "./new-session";
import type { Merchant } from "./request-rules";

const merchantsOf = (accountNumbers: readonly string[]) => sql`
  SELECT a.account_number, a.email, a.platforms, a.live_platforms, a.verified_at IS NOT NULL AS is_verified,
         a.sandbox_only, coalesce(m.avs, false) AS avs, coalesce(m.currencies, '{}') AS currencies,
         coalesce(m.form_posts, true) AS form_posts, coalesce(m.response_hosts, '{}') AS response_hosts,
         m.fee_structure, m.requests_per_minute, coalesce(m.encodes_data, false) AS encodes_data,
         coalesce(m.sends_customer_name, false) AS sends_customer_name,
         coalesce(m.signed_sandbox, false) AS signed_sandbox, coalesce(m.signed_live, false) AS signed_live
  FROM account a LEFT JOIN merchant_settings m USING (account_number)
  WHERE a.account_number = ${anyOf(accountNumbers)} AND a.type = 'BUSINESS' AND a.deleted_at IS NULL`;

/**
 * Returns null for an account that is not a business account, because only business accounts take payments, and for a
 * public sandbox account that is switched off.
 */
export async function findMerchant(accountNumber: string): Promise<Merchant | null> {
  if (isSwitchedOff(accountNumber)) return null;
  const [merchant] = await query<Merchant>(merchantsOf([accountNumber]));
  return merchant ?? null;
}

type PaymentHits = Hits & { accountNumber: string };
type Found = { merchant: Merchant | null; counts: CountRow[] };

/** Finds the merchant and counts its request in one statement. */
export const findMerchantAndCount = groupCalls(async (requests: readonly PaymentHits[]): Promise<Found[]> => {
  const named = requests.map(({ accountNumber }) => accountNumber);
  const numbers = [...new Set(named.filter((accountNumber) => !isSwitchedOff(accountNumber)))];
  const rows = await query<(CountRow & { accountNumber: null }) | (Merchant & { bucket: null })>(
    sql`
      WITH counted AS (${countingHits(requests)}), merchant AS (${merchantsOf(numbers)})
      SELECT counted.*, merchant.* FROM counted FULL JOIN merchant ON false`,
    countTimeoutMs,
  );
  const merchants = new Map(rows.flatMap((row) => (row.accountNumber === null ? [] : [[row.accountNumber, row]])));
  const counts = splitCounts(
    requests,
    rows.filter((row) => row.bucket !== null),
  );
  return requests.map(({ accountNumber }, index) => ({
    merchant: merchants.get(accountNumber) ?? null,
    counts: counts[index] ?? [],
  }));
});

/** For callers that are authenticated as the account. Throws if the account is not a business account any more. */
export async function findMerchantOrThrow(accountNumber: string): Promise<Merchant> {
  const merchant = await findMerchant(accountNumber);
  if (!merchant) throw new AppError("forbidden", "Only business accounts take payments.");
  return merchant;
}

type CreatedEvent = Pick<NewEvent, "id" | "data" | "occurredAt" | "traceparent">;
/** `event.data` is complete except for `date` and `reference`, which the statement fills in. */
type Opening = { session: NewSession; sessionSeconds: number; event: CreatedEvent };
type Acceptance = { isAccepted: boolean; isPaid: boolean };

const requestedColumns = sql`
  id, transaction_id, purpose, charged_card_uuid, payment_link_id, quantity, account_number, environment, platform,
  currency, total, customer_fee, merchant_fee, fee_structure, method, is_legacy, order_id, origin, response_url,
  version, data, avs, card_type, ${columnsOf(customerFields)}, is_proven, request_digest`;

const ofSameOrder = sql`
  s.account_number = requested.account_number AND s.environment = requested.environment
  AND s.origin = requested.origin AND s.order_id = requested.order_id
  AND s.total = requested.total AND s.currency = requested.currency`;

/**
 * Checks in one statement that the order is free, opens the session, starts its timeline and emits `payment.created`.
 * A session that stores a card is not a payment, so it emits card events instead. A payment in progress or completed
 * blocks only payments of the same total and currency, because an order may be paid in parts. A challenge that can be
 * taken over does not block the request: the payer decides with the Pay button. The same signed request is accepted
 * once. Other requests do without the clause for it, which costs each insert a lock.
 */
export const acceptSession = groupCalls(async (openings: readonly Opening[]): Promise<Acceptance[]> => {
  const sessions = JSON.stringify(openings.map(({ session }) => toColumns(session)));
  const events = JSON.stringify(openings.map(toEventRow));
  const once = openings.some(({ session }) => session.requestDigest !== null)
    ? sql`ON CONFLICT (request_digest) WHERE request_digest IS NOT NULL DO NOTHING`
    : sql``;
  // `LIMIT 1` in both lookups keeps PostgreSQL from joining the whole table.
  const rows = await query<Acceptance & { id: string }>(sql`
    WITH moment AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS at),
    requested AS MATERIALIZED (
      SELECT requested.*,
        (SELECT true FROM checkout_session s WHERE ${ofSameOrder} AND s.holds_order AND s.finalised_at IS NULL
           AND NOT ${isTakeable(sql`requested.is_proven`)} LIMIT 1) AS is_busy,
        (SELECT true FROM checkout_session s WHERE ${ofSameOrder} AND s.holds_order AND s.status = 'success'
         LIMIT 1) AS is_paid
      FROM json_populate_recordset(NULL::checkout_session, ${sessions}::json) AS requested
    ),
    created AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${events}::json) AS created (
        session_id text, seconds int, event_id text, event_data jsonb, occurred_at timestamptz,
        traceparent text)
    ),
    accepted AS (
      INSERT INTO checkout_session (${requestedColumns}, accepted_at, expires_at)
      SELECT ${requestedColumns}, at, at + created.seconds * interval '1 second'
      FROM requested JOIN created ON session_id = id, moment WHERE is_busy IS NULL AND is_paid IS NULL
      ${once} RETURNING *
    ),
    noted AS (
      INSERT INTO session_event (session_id, at, type) SELECT id, accepted_at, 'request_accepted' FROM accepted
    ),
    event AS (
      INSERT INTO webhook_event (id, account_number, environment, type, subject, data, occurred_at, traceparent)
      SELECT event_id, account_number, environment, 'payment.created', transaction_id,
             event_data || jsonb_build_object('date', ${isoOf}, 'reference', reference), occurred_at, traceparent
      FROM accepted JOIN created ON session_id = id WHERE purpose <> 'card_create' RETURNING *
    ),
    begun AS (${beginDeliveries})
    SELECT requested.id, accepted.id IS NOT NULL AS is_accepted, is_paid IS NOT NULL AS is_paid
    FROM requested LEFT JOIN accepted USING (id)`);
  return openings.map(
    ({ session }) => rows.find(({ id }) => id === session.id) ?? { isAccepted: false, isPaid: false },
  );
});

/** The session that a signed request opened before. */
export async function findSignedSession({ accountNumber, environment }: Owner, requestDigest: string) {
  const [session] = await query<Pick<NewSession, "id" | "transactionId">>(sql`
    SELECT id, transaction_id FROM checkout_session
    WHERE request_digest = ${requestDigest}::bytea AND account_number = ${accountNumber}
      AND environment = ${environment}::environment`);
  return session ?? null;
}

const toEventRow = ({ session, sessionSeconds, event }: Opening) => ({
  session_id: session.id,
  seconds: sessionSeconds,
  event_id: event.id,
  event_data: event.data,
  occurred_at: event.occurredAt,
  traceparent: event.traceparent,
});

/** The time of acceptance in ISO 8601, like the timestamps in API records. */
const isoOf = sql`to_char(accepted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
