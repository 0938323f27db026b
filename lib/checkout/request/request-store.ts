import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { type Bucket, type CountRow, countingHits, countTimeoutMs } from "@/lib/http/limits/store";
import { AppError } from "@/lib/kit/errors";
import { beginDeliveries, type NewEvent } from "@/lib/webhooks/store";
import type { NewSession } from "./new-session";
import type { Merchant } from "./request-rules";

const merchantOf = (accountNumber: string) => sql`
  SELECT a.account_number, a.email, a.platforms, a.live_platforms, a.verified_at IS NOT NULL AS is_verified,
         a.sandbox_only, coalesce(m.avs, false) AS avs, coalesce(m.currencies, '{}') AS currencies,
         coalesce(m.form_posts, true) AS form_posts, coalesce(m.response_hosts, '{}') AS response_hosts,
         m.fee_structure, m.requests_per_minute, coalesce(m.encodes_data, false) AS encodes_data
  FROM account a LEFT JOIN merchant_settings m USING (account_number)
  WHERE a.account_number = ${accountNumber} AND a.type = 'BUSINESS' AND a.deleted_at IS NULL`;

/** Returns null for an account that is not a business account, because only business accounts take payments. */
export async function findMerchant(accountNumber: string): Promise<Merchant | null> {
  const [merchant] = await query<Merchant>(merchantOf(accountNumber));
  return merchant ?? null;
}

/** Finds the merchant and counts its request in one statement. */
export async function findMerchantAndCount(accountNumber: string, buckets: readonly Bucket[], at: Date) {
  type Row = CountRow & (Merchant | { accountNumber: null });
  const rows = await query<Row>(
    sql`
      WITH counted AS (${countingHits(buckets, at)}), merchant AS (${merchantOf(accountNumber)})
      SELECT counted.*, merchant.* FROM counted LEFT JOIN merchant ON true`,
    countTimeoutMs,
  );
  const [first] = rows;
  return { merchant: first && first.accountNumber !== null ? first : null, counts: rows };
}

/** For callers that are authenticated as the account. Throws if the account is not a business account any more. */
export async function findMerchantOrThrow(accountNumber: string): Promise<Merchant> {
  const merchant = await findMerchant(accountNumber);
  if (!merchant) throw new AppError("forbidden", "Only business accounts take payments.");
  return merchant;
}

export type Acceptance = { isAccepted: boolean; isPaid: boolean };

type CreatedEvent = Pick<NewEvent, "id" | "data" | "occurredAt">;

const ofOrder = ({ accountNumber, environment, origin, orderId }: NewSession) => sql`
  account_number = ${accountNumber} AND environment = ${environment} AND origin = ${origin} AND order_id = ${orderId}`;

/** The values of a new session, in the same order as the columns in `acceptSession()`. */
const valuesOf = (session: NewSession) => sql`
  ${session.id}, ${session.transactionId}, ${session.purpose}, ${session.chargedCardUuid},
  ${session.accountNumber}, ${session.environment}, ${session.platform}, ${session.currency},
  ${session.total}, ${session.customerFee}, ${session.merchantFee}, ${session.feeStructure},
  ${session.method}, ${session.isLegacy}, ${session.orderId}, ${session.origin}, ${session.responseUrl},
  ${session.version}, ${session.data}, ${session.avs}, ${session.cardType}, ${session.email},
  ${session.firstName}, ${session.lastName}, ${session.address1}, ${session.address2}, ${session.city},
  ${session.region}, ${session.zipcode}, ${session.country}, ${session.phone}`;

/**
 * One SQL statement checks that the order is free, opens the session, starts its timeline and emits `payment.created`.
 * A session that stores a card is not a payment, so it emits card events instead. A payment in progress blocks further
 * payments of its order. A completed payment blocks only payments of the same total and currency, because an order may
 * be paid in parts.
 *
 * `event.data` is complete except for `date`, which the statement fills in.
 */
export async function acceptSession(
  session: NewSession,
  sessionSeconds: number,
  event: CreatedEvent,
): Promise<Acceptance> {
  const [row] = await query<Acceptance>(sql`
    WITH moment AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS at),
    in_progress AS (
      SELECT 1 FROM checkout_session WHERE ${ofOrder(session)} AND holds_order AND finalised_at IS NULL
    ),
    paid AS (
      SELECT 1 FROM checkout_session
      WHERE ${ofOrder(session)} AND holds_order AND status = 'success'
        AND total = ${session.total} AND currency = ${session.currency}
      LIMIT 1
    ),
    accepted AS (
      INSERT INTO checkout_session (
        id, transaction_id, purpose, charged_card_uuid, account_number, environment, platform, currency,
        total, customer_fee, merchant_fee, fee_structure, method, is_legacy, order_id, origin, response_url,
        version, data, avs, card_type, email, first_name, last_name, address1, address2, city,
        region, zipcode, country, phone, accepted_at, expires_at)
      SELECT ${valuesOf(session)}, at, at + ${sessionSeconds}::int * interval '1 second' FROM moment
      WHERE NOT EXISTS (SELECT 1 FROM in_progress) AND NOT EXISTS (SELECT 1 FROM paid)
      RETURNING *
    ),
    noted AS (
      INSERT INTO session_event (session_id, at, type) SELECT id, accepted_at, 'request_accepted' FROM accepted
    ),
    event AS (
      INSERT INTO webhook_event (id, account_number, environment, type, subject, data, occurred_at)
      SELECT ${event.id}, account_number, environment, 'payment.created', transaction_id,
             ${JSON.stringify(event.data)}::jsonb || jsonb_build_object('date', ${isoOf}), ${event.occurredAt}::timestamptz
      FROM accepted WHERE purpose <> 'card_create' RETURNING *
    ),
    begun AS (${beginDeliveries})
    SELECT EXISTS (SELECT 1 FROM accepted) AS is_accepted, EXISTS (SELECT 1 FROM paid) AS is_paid`);
  return row ?? { isAccepted: false, isPaid: false };
}

/** The time of acceptance in ISO 8601, like the timestamps in API records. */
const isoOf = sql`to_char(accepted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
