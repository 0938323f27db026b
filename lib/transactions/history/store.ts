import { withWireMethod } from "@/lib/db/checkout-method";
import { db, query } from "@/lib/db/client";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/route/caller";
import type { Currency } from "@/lib/reference/currencies";
import type { ResultStatus } from "@/lib/transactions/result";
import { countHistory } from "./count-store";

const recordFields = {
  transactionId: true,
  purpose: true,
  createdCard: { select: { closedAt: true } },
  status: true,
  code: true,
  ending: true,
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
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  address1: true,
  address2: true,
  city: true,
  region: true,
  zipcode: true,
  country: true,
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
  // The latest attempt with an answer about the address. A retry that was declined has none.
  attempts: { where: { avs: { not: null } }, select: { avs: true }, orderBy: { id: "desc" }, take: 1 },
} as const;

/** What operators see of whoever's payment. */
export const aboutSession = { transactionId: true, accountNumber: true, currency: true } as const;

export async function findTransaction({ accountNumber, environment }: Owner, transactionId: string) {
  const row = await db().checkoutSession.findFirst({
    where: { transactionId, accountNumber, environment },
    select: recordFields,
  });
  return row && withWireMethod(row);
}

/** Whoever's it is, in one statement: payments end by the thousand. */
export async function findTransactionOfSession(sessionId: string) {
  const row = await db().checkoutSession.findUniqueOrThrow({
    where: { id: sessionId },
    relationLoadStrategy: "join",
    select: { ...recordFields, accountNumber: true },
  });
  return withWireMethod(row);
}

/** The currencies that a merchant restricted itself to; empty where it takes all of its platforms. */
export async function findChosenCurrencies(accountNumber: string): Promise<readonly Currency[]> {
  const settings = await db().merchantSettings.findUnique({
    where: { accountNumber },
    select: { currencies: true },
  });
  return settings?.currencies ?? [];
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
  /** A transaction's id, an order's, or a customer's email, to the letter. */
  search?: string | undefined;
  /** From the first moment to the second, both included. */
  since?: Date | undefined;
  until?: Date | undefined;
};

/** The filters that were given, as SQL. Each combination is a statement of its own, with a plan of its own. */
function conditionsOf({ accountNumber, environment }: Owner, filters: HistoryFilters) {
  const values: unknown[] = [accountNumber, environment];
  const conditions = ["account_number = $1", "environment = $2::environment"];
  const names: string[] = [];
  for (const [name, toCondition] of Object.entries(filterConditions)) {
    const value = filters[name as keyof HistoryFilters];
    if (value === undefined) continue;
    names.push(name);
    values.push(value instanceof Date ? value.toISOString() : value);
    conditions.push(toCondition(`$${values.length}`));
  }
  return { name: names.join(" "), where: conditions.join(" AND "), values };
}

const filterConditions: Readonly<Record<keyof HistoryFilters, (place: string) => string>> = {
  status: (place) => `status = ${place}::result_status`,
  isIncomplete: (place) => `(status IS NULL) = ${place}::boolean`,
  currency: (place) => `currency = ${place}`,
  orderId: (place) => `order_id = ${place}`,
  // As a list, each of the three is found by its own index, whatever the database believes of how many there are.
  search: (place) => `id = ANY (ARRAY(
    SELECT id FROM checkout_session WHERE transaction_id = ${place}::text
    UNION ALL SELECT id FROM checkout_session
      WHERE account_number = $1 AND environment = $2::environment AND order_id = ${place}::text
    UNION ALL SELECT id FROM checkout_session
      WHERE account_number = $1 AND environment = $2::environment AND email = lower(${place}::text)))`,
  since: (place) => `accepted_at >= ${place}::timestamptz`,
  until: (place) => `accepted_at <= ${place}::timestamptz`,
};

/**
 * One page and the count of all. The index alone answers both, unless an order is looked for; only the rows
 * of the page itself are then read, so that a late page costs little more than the first.
 */
export async function findHistory(owner: Owner, filters: HistoryFilters, { offset, limit }: PageWindow) {
  const { name, where, values } = conditionsOf(owner, filters);
  const [total, page] = await Promise.all([
    name === "" ? countHistory(owner) : countWhere(name, where, values),
    query<{ id: string }>(
      `history-page ${name}`,
      `SELECT id FROM checkout_session WHERE ${where} ORDER BY accepted_at DESC, id DESC
       OFFSET $${values.length + 1} LIMIT $${values.length + 2}`,
      [...values, offset, limit],
    ),
  ]);
  return { total, rows: await findRecords(page) };
}

/** Where a list was left: the last one that was read. */
export type HistoryPosition = { id: string; acceptedAt: Date };

/** The next ones of the same list after a place in it, however long it is; without one, the first. */
export async function findHistoryAfter(
  owner: Owner,
  filters: HistoryFilters,
  place: HistoryPosition | null,
  limit: number,
): Promise<(TransactionRow & HistoryPosition)[]> {
  const { name, where, values } = conditionsOf(owner, filters);
  const [moment, id] = [`$${values.length + 2}::timestamptz`, `$${values.length + 3}`];
  const page = await query<{ id: string }>(
    `history-after ${name} ${place ? "place" : ""}`,
    `SELECT id FROM checkout_session WHERE ${where} ${place ? `AND (accepted_at, id) < (${moment}, ${id})` : ""}
     ORDER BY accepted_at DESC, id DESC LIMIT $${values.length + 1}`,
    [...values, limit, ...(place ? [place.acceptedAt.toISOString(), place.id] : [])],
  );
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

async function countWhere(name: string, where: string, values: unknown[]): Promise<number> {
  const [row] = await query<{ total: number }>(
    `history-count ${name}`,
    `SELECT count(*)::int AS total FROM checkout_session WHERE ${where}`,
    values,
  );
  return row?.total ?? 0;
}
