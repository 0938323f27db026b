import type { CheckoutSession } from "@/lib/db/generated/client";
import { columnsOf, type Statement, sql } from "@/lib/db/sql";
import type { MerchantKeyRow } from "@/lib/hash-keys/store";
import type { CardNetwork } from "@/lib/reference/card-networks";
import { customerFields } from "@/lib/reference/customer-details";
import { type Simulation, simulationDefault } from "@/lib/reference/simulation";

/**
 * How a session is read: with its merchant and its cards. Payments are frequent, so this is one statement of plain SQL.
 */

const columns = [
  "id",
  "transactionId",
  "reference",
  "purpose",
  "chargedCardUuid",
  "paymentLinkId",
  "quantity",
  "accountNumber",
  "environment",
  "platform",
  "currency",
  "total",
  "customerFee",
  "merchantFee",
  "feeStructure",
  "method",
  "orderId",
  "origin",
  "responseUrl",
  "data",
  "avs",
  "cardType",
  "language",
  "fraudConfirmedAt",
  ...customerFields,
  "state",
  "attemptId",
  "failures",
  "lastCode",
  "isLeaving",
  "status",
  "code",
  "ending",
  "card",
  "cardNetwork",
  "refunded",
  "clockStoppedAt",
  "simulation",
  "acceptedAt",
  "expiresAt",
  "extendedAt",
  "openedAt",
  "finalisedAt",
  "handedOverAt",
  "isProven",
  "takenOverAt",
] as const satisfies readonly (keyof CheckoutSession)[];

type Columns = Omit<Pick<CheckoutSession, (typeof columns)[number]>, "method"> & {
  /** The value of the wire. Prisma's own name for it differs. */
  method: "credit_card_co" | "3co_simple";
};

/** The fields of the session `s` and of the tables in `sessionJoins`. */
export const sessionFields = sql`${columnsOf(columns, "s")},
  session_time(s.clock_offset_ms, s.clock_stopped_at) AS now, related.*`;

const relatedFields = sql`
  a.email AS merchant_email, a.first_name AS merchant_first_name, a.last_name AS merchant_last_name,
  a.deleted_at AS merchant_deleted_at,
  m.display_name, m.support_contact, m.accent_colour, coalesce(m.frame_origins, '{}') AS frame_origins,
  coalesce(m.encodes_data, false) AS encodes_data, coalesce(m.sends_customer_name, false) AS sends_customer_name,
  coalesce(m.refuses_paid_orders, true) AS refuses_paid_orders,
  coalesce(m.allows_more_time, false) AS allows_more_time,
  p.id AS picture_id,
  charged.card_network AS charged_network, charged.pan AS charged_pan,
  charged.expiry_month AS charged_month, charged.expiry_year AS charged_year,
  created.uuid AS created_uuid, created.closed_at AS created_closed_at,
  (SELECT title FROM payment_link WHERE id = s.payment_link_id) AS link_title,
  k.sealed_hash_key, k.sealed_signing_secret, k.sealed_next_hash_key, k.sealed_next_signing_secret, k.next_from,
  k.created_at AS key_created_at`;

/**
 * OFFSET 0 keeps PostgreSQL from merging the subquery into the statement. Otherwise each join would copy all columns of
 * the session.
 */
const joinsWith = (needsKeys: Statement) => sql`
  CROSS JOIN LATERAL (SELECT ${relatedFields}
  FROM account a
  LEFT JOIN merchant_settings m ON m.account_number = s.account_number
  LEFT JOIN picture p ON p.account_number = s.account_number
  LEFT JOIN trusted_card charged ON charged.uuid = s.charged_card_uuid
  LEFT JOIN trusted_card created ON created.session_id = s.id AND s.purpose = 'card_create'
  LEFT JOIN merchant_key k
    ON k.account_number = s.account_number AND k.environment = s.environment AND ${needsKeys}
  WHERE a.account_number = s.account_number OFFSET 0) related`;

/** The keys are read only with a result, because only the redirect needs them. */
export const sessionJoins = joinsWith(sql`s.status IS NOT NULL`);
/** For a session that may get its result in this transaction. */
export const sessionJoinsWithKeys = joinsWith(sql`true`);

type Settings = {
  displayName: string | null;
  supportContact: string | null;
  accentColour: string | null;
  frameOrigins: string[];
  encodesData: boolean;
  sendsCustomerName: boolean;
  refusesPaidOrders: boolean;
  allowsMoreTime: boolean;
};

type SealedKeys = Pick<
  MerchantKeyRow,
  "sealedHashKey" | "sealedSigningSecret" | "sealedNextHashKey" | "sealedNextSigningSecret" | "nextFrom"
>;

export type FlatSession = Columns &
  Settings &
  Partial<SealedKeys> & {
    now: Date;
    merchantEmail: string | null;
    merchantFirstName: string;
    merchantLastName: string;
    merchantDeletedAt: Date | null;
    pictureId: string | null;
    chargedNetwork: CardNetwork | null;
    chargedPan: string;
    chargedMonth: number;
    chargedYear: number;
    createdUuid: string | null;
    createdClosedAt: Date | null;
    linkTitle: string | null;
    keyCreatedAt: Date | null;
  };

export type SessionRow = Columns & {
  /** The time by the session's own clock when it was read. */
  now: Date;
  account: {
    email: string | null;
    firstName: string;
    lastName: string;
    deletedAt: Date | null;
    settings: Settings;
    picture: { id: string } | null;
  };
  chargedCard: { cardNetwork: CardNetwork; pan: string; expiryMonth: number; expiryYear: number } | null;
  createdCard: { uuid: string; closedAt: Date | null } | null;
  /** The payment link that the payer opened. Its title may have changed since. */
  paymentLink: { title: string } | null;
  /**
   * The sealed keys that sign the redirect. Null if the session was read without a result, or if the merchant has no
   * keys yet.
   */
  keys: MerchantKeyRow | null;
};

/** Adds to the row, because a copy of its many columns takes a tenth of a millisecond. */
export function toSession(flat: FlatSession): SessionRow {
  return Object.assign(flat, {
    account: {
      email: flat.merchantEmail,
      firstName: flat.merchantFirstName,
      lastName: flat.merchantLastName,
      deletedAt: flat.merchantDeletedAt,
      settings: {
        displayName: flat.displayName,
        supportContact: flat.supportContact,
        accentColour: flat.accentColour,
        frameOrigins: flat.frameOrigins,
        encodesData: flat.encodesData,
        sendsCustomerName: flat.sendsCustomerName,
        refusesPaidOrders: flat.refusesPaidOrders,
        allowsMoreTime: flat.allowsMoreTime,
      },
      picture: flat.pictureId === null ? null : { id: flat.pictureId },
    },
    chargedCard: flat.chargedNetwork && {
      cardNetwork: flat.chargedNetwork,
      pan: flat.chargedPan,
      expiryMonth: flat.chargedMonth,
      expiryYear: flat.chargedYear,
    },
    createdCard: flat.createdUuid === null ? null : { uuid: flat.createdUuid, closedAt: flat.createdClosedAt },
    paymentLink: flat.linkTitle === null ? null : { title: flat.linkTitle },
    keys: toKeys(flat),
  });
}

function toKeys(flat: FlatSession): MerchantKeyRow | null {
  const { accountNumber, environment, sealedHashKey, sealedSigningSecret, keyCreatedAt } = flat;
  if (!sealedHashKey || !sealedSigningSecret || !keyCreatedAt) return null;
  return {
    accountNumber,
    environment,
    sealedHashKey,
    sealedSigningSecret,
    sealedNextHashKey: flat.sealedNextHashKey ?? null,
    sealedNextSigningSecret: flat.sealedNextSigningSecret ?? null,
    nextFrom: flat.nextFrom ?? null,
    createdAt: keyCreatedAt,
  };
}

/** The page asks for an email if none is known. For a stored card it asks only for the security code. */
export const asksEmail = ({ purpose, email }: SessionRow): boolean => purpose !== "card_charge" && email === null;

export function simulationOf({ simulation }: Pick<SessionRow, "simulation">): Simulation {
  return { ...simulationDefault, ...(simulation as Partial<Simulation> | null) };
}
