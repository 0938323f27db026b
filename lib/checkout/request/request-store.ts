import { query } from "@/lib/db/client";
import { AppError } from "@/lib/kit/errors";
import type { Currency } from "@/lib/reference/currencies";
import type { FeeStructure } from "@/lib/reference/fees";
import type { Platform } from "@/lib/reference/platforms";
import { beginDeliveries, type NewEvent } from "@/lib/webhooks/store";
import type { NewSession } from "./new-session";
import type { Merchant } from "./request-rules";

type MerchantRow = {
  account_number: string;
  email: string;
  platforms: Platform[];
  live_platforms: Platform[];
  is_verified: boolean;
  sandbox_only: boolean;
  avs: boolean;
  currencies: Currency[];
  form_posts: boolean;
  response_hosts: string[];
  fee_structure: FeeStructure | null;
  requests_per_minute: number | null;
  encodes_data: boolean;
};

/** Only business accounts take payments. */
export async function findMerchant(accountNumber: string): Promise<Merchant | null> {
  const [row] = await query<MerchantRow>(
    "find-merchant",
    `SELECT a.account_number, a.email, a.platforms::text[], a.live_platforms::text[],
            a.verified_at IS NOT NULL AS is_verified, a.sandbox_only, coalesce(m.avs, false) AS avs,
            coalesce(m.currencies, '{}')::text[] AS currencies, coalesce(m.form_posts, true) AS form_posts,
            coalesce(m.response_hosts, '{}') AS response_hosts, m.fee_structure, m.requests_per_minute,
            coalesce(m.encodes_data, false) AS encodes_data
     FROM account a LEFT JOIN merchant_settings m USING (account_number)
     WHERE a.account_number = $1 AND a.type = 'BUSINESS' AND a.deleted_at IS NULL`,
    [accountNumber],
  );
  return row
    ? {
        accountNumber: row.account_number,
        email: row.email,
        platforms: row.platforms,
        livePlatforms: row.live_platforms,
        isVerified: row.is_verified,
        sandboxOnly: row.sandbox_only,
        avs: row.avs,
        currencies: row.currencies,
        formPosts: row.form_posts,
        responseHosts: row.response_hosts,
        feeStructure: row.fee_structure,
        requestsPerMinute: row.requests_per_minute,
        encodesData: row.encodes_data,
      }
    : null;
}

/** For callers with a credential of the account. It may have become a personal one since. */
export async function findMerchantOrThrow(accountNumber: string): Promise<Merchant> {
  const merchant = await findMerchant(accountNumber);
  if (!merchant) throw new AppError("forbidden", "Only business accounts take payments.");
  return merchant;
}

const columns = [
  "id",
  "transaction_id",
  "purpose",
  "charged_card_uuid",
  "account_number",
  "environment",
  "platform",
  "currency",
  "total",
  "customer_fee",
  "merchant_fee",
  "fee_structure",
  "method",
  "is_legacy",
  "order_id",
  "origin",
  "response_url",
  "version",
  "data",
  "avs",
  "card_type",
  "email",
  "first_name",
  "last_name",
  "address1",
  "address2",
  "city",
  "region",
  "zipcode",
  "country",
  "phone",
] as const satisfies readonly (keyof NewSession)[];

/** Values are text until a column says otherwise. */
const casts: Partial<Record<(typeof columns)[number], string>> = {
  purpose: "::session_purpose",
  charged_card_uuid: "::uuid",
  environment: "::environment",
  platform: "::platform",
  currency: "::currency",
  total: "::bigint",
  customer_fee: "::bigint",
  merchant_fee: "::bigint",
  fee_structure: "::fee_structure",
  method: "::checkout_method",
  is_legacy: "::boolean",
  avs: "::boolean",
  card_type: "::card_network",
};

const placeOf = (column: (typeof columns)[number]) => `$${columns.indexOf(column) + 1}${casts[column] ?? "::text"}`;

const placeAfter = (index: number) => `$${columns.length + index}`;
const seconds = `${placeAfter(1)}::int`;
const eventId = `${placeAfter(2)}::text`;
const eventData = `${placeAfter(3)}::jsonb`;
const eventAt = `${placeAfter(4)}::timestamptz`;

/** As records write a moment. */
const written = (moment: string) => `to_char(${moment} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * One statement: look whether the order is free, open the session, note it in the timeline, tell the merchant. A card that is to be
 * stored is no payment, and told of once it is stored. A payment in progress blocks its order, a paid one only payments of the
 * same total and currency: an order may be paid in parts.
 */
const ofOrder = `account_number = ${placeOf("account_number")} AND environment = ${placeOf("environment")}
      AND origin = ${placeOf("origin")} AND order_id = ${placeOf("order_id")}`;
const acceptStatement = `
  WITH moment AS MATERIALIZED (SELECT date_trunc('milliseconds', clock_timestamp()) AS at),
  in_progress AS (
    SELECT 1 FROM checkout_session WHERE ${ofOrder} AND holds_order AND finalised_at IS NULL
  ),
  paid AS (
    SELECT 1 FROM checkout_session
    WHERE ${ofOrder} AND holds_order AND status = 'success'
      AND total = ${placeOf("total")} AND currency = ${placeOf("currency")}
    LIMIT 1
  ),
  accepted AS (
    INSERT INTO checkout_session (${columns.join(", ")}, accepted_at, expires_at)
    SELECT ${columns.map(placeOf).join(", ")}, at, at + ${seconds} * interval '1 second' FROM moment
    WHERE NOT EXISTS (SELECT 1 FROM in_progress) AND NOT EXISTS (SELECT 1 FROM paid)
    RETURNING *
  ),
  noted AS (
    INSERT INTO session_event (session_id, at, type) SELECT id, accepted_at, 'request_accepted' FROM accepted
  ),
  event AS (
    INSERT INTO webhook_event (id, account_number, environment, type, subject, data, occurred_at)
    SELECT ${eventId}, account_number, environment, 'payment.created', transaction_id,
           ${eventData} || jsonb_build_object('date', ${written("accepted_at")}), ${eventAt}
    FROM accepted WHERE purpose <> 'card_create' RETURNING *
  ),
  told AS (${beginDeliveries})
  SELECT EXISTS (SELECT 1 FROM accepted) AS is_accepted, EXISTS (SELECT 1 FROM paid) AS is_paid`;

export type Acceptance = { isAccepted: boolean; isPaid: boolean };

type Told = Pick<NewEvent, "id" | "data" | "occurredAt">;

/** The event's record lacks but the moment at which the session is accepted. */
export async function acceptSession(session: NewSession, sessionSeconds: number, told: Told): Promise<Acceptance> {
  const values = columns.map((column) => session[column]);
  const [row] = await query<{ is_accepted: boolean; is_paid: boolean }>("accept-session", acceptStatement, [
    ...values,
    sessionSeconds,
    told.id,
    JSON.stringify(told.data),
    told.occurredAt.toISOString(),
  ]);
  return { isAccepted: row?.is_accepted ?? false, isPaid: row?.is_paid ?? false };
}
