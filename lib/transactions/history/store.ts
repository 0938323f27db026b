import { withWireMethod } from "@/lib/db/checkout-method";
import { db, query } from "@/lib/db/client";
import { joinSql, type Statement, selecting, sql } from "@/lib/db/sql";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/message/caller";
import type { CardNetwork } from "@/lib/reference/card-networks";
import type { Currency } from "@/lib/reference/currencies";
import { customerFields } from "@/lib/reference/customer-details";
import type { StatusFilter } from "@/lib/reference/stored-values";
import type { ResultStatus } from "@/lib/transactions/result";
import { countHistory } from "./count-store";
import { declinedBecause, statusConditions } from "./status-filter-store";

const recordFields = {
  transactionId: true,
  reference: true,
  purpose: true,
  createdCard: { select: { closedAt: true } },
  status: true,
  code: true,
  ending: true,
  paymentLinkId: true,
  quantity: true,
  orderId: true,
  origin: true,
  environment: true,
  method: true,
  currency: true,
  total: true,
  customerFee: true,
  merchantFee: true,
  feeStructure: true,
  card: true,
  cardNetwork: true,
  cardType: true,
  ...selecting(customerFields),
  data: true,
  acceptedAt: true,
  refunds: {
    select: { id: true, status: true, amount: true, requestedAt: true },
    orderBy: { id: "desc" },
  },
  chargeback: { select: { status: true, amount: true, openedAt: true } },
  fraudConfirmedAt: true,
  refunded: true,
  avs: true,
  // The latest attempt with an AVS answer. A later attempt may have none, for example after a decline.
  attempts: { where: { avs: { not: null } }, select: { avs: true }, orderBy: { id: "desc" }, take: 1 },
} as const;

/** The fields of a payment that operators see in lists of refunds and chargebacks. */
export const aboutSession = { transactionId: true, accountNumber: true, currency: true } as const;

export async function findTransaction({ accountNumber, environment }: Owner, transactionId: string) {
  const row = await db().checkoutSession.findFirst({
    where: { transactionId, accountNumber, environment },
    select: recordFields,
  });
  return row && withWireMethod(row);
}

/** Reads a transaction of any merchant. Uses one statement, because every finished payment runs this query. */
export async function findTransactionOfSession(sessionId: string) {
  const row = await db().checkoutSession.findUniqueOrThrow({
    where: { id: sessionId },
    relationLoadStrategy: "join",
    select: { ...recordFields, accountNumber: true },
  });
  return withWireMethod(row);
}

/** The currencies to which a merchant restricted itself. Empty if it takes all currencies of its platforms. */
export async function findChosenCurrencies(accountNumber: string): Promise<readonly Currency[]> {
  const settings = await db().merchantSettings.findUnique({
    where: { accountNumber },
    select: { currencies: true },
  });
  return settings?.currencies ?? [];
}

export async function isOwnLink({ accountNumber, environment }: Owner, id: string): Promise<boolean> {
  return (await db().paymentLink.count({ where: { id, accountNumber, environment } })) > 0;
}

export type TransactionRow = NonNullable<Awaited<ReturnType<typeof findTransaction>>>;
export type RefundRow = TransactionRow["refunds"][number];
export type ChargebackRow = NonNullable<TransactionRow["chargeback"]>;
export type ChargebackStatus = ChargebackRow["status"];

export type HistoryFilters = {
  status?: ResultStatus | undefined;
  isIncomplete?: true | undefined;
  currency?: Currency | undefined;
  orderId?: string | undefined;
  paymentLinkId?: string | undefined;
  /** The payer pressed Pay at least once. */
  wasTried?: true | undefined;
  /** What the badge of a payment shows. */
  badge?: StatusFilter | undefined;
  /** Why it was declined (lib/format/decline-reasons.ts). */
  reason?: string | undefined;
  network?: CardNetwork | undefined;
  /** The internal ids that a search found. */
  ids?: readonly string[] | undefined;
  /** `since` and `until` are inclusive. */
  since?: Date | undefined;
  until?: Date | undefined;
};

/** SQL conditions of the given filters only, so that PostgreSQL plans each combination separately. */
function conditionsOf(owner: Owner, filters: HistoryFilters): Statement {
  const {
    status,
    isIncomplete,
    currency,
    orderId,
    paymentLinkId,
    wasTried,
    badge,
    reason,
    network,
    ids,
    since,
    until,
  } = filters;
  const isOwn = ofOwner(owner);
  const conditions = [
    isOwn,
    status && sql`status = ${status}`,
    isIncomplete && sql`status IS NULL`,
    currency && sql`currency = ${currency}`,
    orderId !== undefined && sql`order_id = ${orderId}`,
    paymentLinkId && sql`payment_link_id = ${paymentLinkId}`,
    wasTried && sql`attempt_id IS NOT NULL`,
    badge && statusConditions[badge](isOwn),
    reason && declinedBecause(reason),
    network && sql`card_network = ${network}`,
    ids && sql`id = ANY (${ids}::text[])`,
    since && sql`accepted_at >= ${since}`,
    until && sql`accepted_at <= ${until}`,
  ];
  return joinSql(
    conditions.filter((condition) => condition instanceof Object),
    " AND ",
  );
}

const ofOwner = ({ accountNumber, environment }: Owner) =>
  sql`account_number = ${accountNumber} AND environment = ${environment}`;

const newestFirst = sql`ORDER BY accepted_at DESC, id DESC`;

/**
 * Returns one page of transactions and the total count. An index answers both without reading the table, unless the
 * filters name an order, a card network or a badge. Only the rows of the page are read, so a late page costs little
 * more than the first. With `countMax`, counting stops after that many rows.
 */
export async function findHistory(
  owner: Owner,
  filters: HistoryFilters,
  { offset, limit, countMax }: PageWindow & { countMax?: number },
) {
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const where = conditionsOf(owner, filters);
  const [total, page] = await Promise.all([
    isFiltered ? countWhere(where, countMax) : countHistory(owner),
    query<{ id: string }>(sql`
      SELECT id FROM checkout_session WHERE ${where} ${newestFirst} OFFSET ${offset} LIMIT ${limit}`),
  ]);
  return { total, rows: await findRecords(page) };
}

/** A position in the list of transactions: the last transaction that the reader has got. */
export type HistoryPosition = { id: string; acceptedAt: Date };

/** Returns the transactions after a position in the list, or the first ones if the position is null. */
export async function findHistoryAfter(
  owner: Owner,
  filters: HistoryFilters,
  place: HistoryPosition | null,
  limit: number,
): Promise<(TransactionRow & HistoryPosition)[]> {
  const after = place ? sql`AND (accepted_at, id) < (${place.acceptedAt}, ${place.id})` : sql``;
  const page = await query<{ id: string }>(sql`
    SELECT id FROM checkout_session WHERE ${conditionsOf(owner, filters)} ${after} ${newestFirst} LIMIT ${limit}`);
  return findRecords(page);
}

async function findRecords(page: readonly { id: string }[]) {
  const rows = await db().checkoutSession.findMany({
    where: { id: { in: page.map(({ id }) => id) } },
    select: { ...recordFields, id: true },
    orderBy: [{ acceptedAt: "desc" }, { id: "desc" }],
  });
  return rows.map(withWireMethod);
}

/** The number of transactions, or `max + 1` if there are more than `max`. */
async function countWhere(where: Statement, max?: number): Promise<number> {
  const [row] = await query<{ total: number }>(
    max === undefined
      ? sql`SELECT count(*)::int AS total FROM checkout_session WHERE ${where}`
      : sql`SELECT count(*)::int AS total FROM (SELECT FROM checkout_session WHERE ${where} LIMIT ${max + 1}) AS counted`,
  );
  return row?.total ?? 0;
}
