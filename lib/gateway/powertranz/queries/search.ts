import * as z from "zod/mini";
import type { FoundTransaction, OrderAnswer, SearchAnswer, SearchPeriod } from "@/lib/gateway/operations";
import { type GatewayAnswer, queryForReport } from "@/lib/gateway/powertranz/transport/transport";
import {
  codes,
  type GatewayTransaction,
  isSameIdentifier,
  type ListedTransaction,
  partialCodes,
  readList,
  readOrder,
  readTransaction,
  transactionTypes,
} from "@/lib/gateway/powertranz/wire/answers";
import { currencyNumbers } from "@/lib/gateway/powertranz/wire/sale-request";
import type { Credentials } from "@/lib/gateway/terminals/credentials";
import { currencies } from "@/lib/reference/currencies";

/** The gateway's page limit is unknown. */
export async function searchTransactions(credentials: Credentials, period: SearchPeriod): Promise<SearchAnswer> {
  const query = new URLSearchParams({
    StartDateTime: withoutZone(period.start),
    EndDateTime: withoutZone(period.end),
  });
  const answer = await queryForReport(credentials, `Transactions/Search?${query}`);
  if (answer.kind === "empty") return { kind: "found", transactions: [] };
  if (answer.kind === "unsent" || answer.kind === "silent") return { kind: answer.kind };
  const rows = readList(answer);
  if (!rows) return { kind: "refused" };
  const places = readPlaces(answer);
  return { kind: "found", transactions: rows.flatMap((row, index) => toListed(row, places[index])) };
}

const withoutZone = (at: Date): string => at.toISOString().slice(0, 19);

const text = z.catch(z.optional(z.string()), undefined);
/** Where a listed transaction belongs. Only the search needs these fields. */
const place = z.object({
  TransactionDateTime: text,
  OrderSummary: z.catch(z.optional(z.object({ OriginalTrxnIdentifier: text })), undefined),
});
type Place = z.output<typeof place>;

const readPlaces = (answer: GatewayAnswer): Place[] =>
  (answer.kind === "answer" && z.array(place).safeParse(answer.body).data) || [];

function toListed(row: ListedTransaction, where: Place | undefined): FoundTransaction[] {
  return toFound(row, {
    saleIdentifier: where?.OrderSummary?.OriginalTrxnIdentifier?.toLowerCase() ?? null,
    isOrderVoided: Boolean(row.OrderSummary?.VoidDateTime),
    orderRefunded: row.OrderSummary?.TotalCreditAmount ?? null,
    orderCurrency: null,
    at: readTime(where?.TransactionDateTime),
  });
}

function readTime(zoneless: string | undefined): Date | null {
  const at = new Date(`${zoneless?.replace(/Z$/i, "")}Z`);
  return Number.isNaN(at.getTime()) ? null : at;
}

type OrderFacts = Pick<FoundTransaction, "saleIdentifier" | "isOrderVoided" | "orderRefunded" | "at"> & {
  /** The currency of a transaction that names none. */
  orderCurrency: string | null;
};

function toFound(row: GatewayTransaction, { orderCurrency, ...facts }: OrderFacts): FoundTransaction[] {
  if (!row.TransactionIdentifier) return [];
  return [
    {
      identifier: row.TransactionIdentifier.toLowerCase(),
      type: typeOf(row),
      // An approval for a part of the amount has another code. It takes money, too.
      isApproved: row.Approved ?? [codes.approved, ...partialCodes].includes(row.IsoResponseCode ?? ""),
      amount: row.TotalAmount ?? null,
      currency: currencyOf(row) ?? orderCurrency,
      externalIdentifier: row.ExternalIdentifier ?? null,
      ...facts,
    },
  ];
}

function typeOf({ TransactionType: type = transactionTypes.sale }: GatewayTransaction): FoundTransaction["type"] {
  switch (type) {
    case transactionTypes.sale:
      return "sale";
    case transactionTypes.refund:
      return "refund";
    case transactionTypes.void:
      return "void";
    default:
      return "other";
  }
}

const currencyOf = ({ CurrencyCode: number }: GatewayTransaction): string | null =>
  currencies.find((currency) => currencyNumbers[currency] === number) ?? number ?? null;

/** Whether the gateway refused the credentials. Such an answer says nothing about the transaction. */
function isRefusal(answer: GatewayAnswer): boolean {
  const read = readTransaction(answer);
  return read?.IsoResponseCode === codes.badCredentials && !read.TransactionIdentifier;
}

const isUnanswered = (answer: GatewayAnswer): boolean =>
  answer.kind === "silent" || answer.kind === "unsent" || isRefusal(answer);

/** Reads one order by the identifier of any of its transactions. Unlike a list, the answer cannot be cut off. */
export async function readPowertranzOrder(credentials: Credentials, identifier: string): Promise<OrderAnswer> {
  const path = encodeURIComponent(identifier);
  const one = await queryForReport(credentials, `Transactions/${path}`);
  const whole = await queryForReport(credentials, `Transactions/OrderSearch/${path}`);
  if (isUnanswered(one) || isUnanswered(whole)) return { kind: "silent" };
  const named = readTransaction(one);
  const order = readOrder(whole);
  const members = order?.Transactions ?? [];
  const isNamed = named !== null && isSameIdentifier(named.TransactionIdentifier, identifier);
  // The members of an order may lack the currency, so the answer about the one transaction comes first.
  const others = members.filter((member) => !isSameIdentifier(member.TransactionIdentifier, identifier) || !isNamed);
  const rows = isNamed ? [named, ...others] : others;
  const sale = rows.find((row) => typeOf(row) === "sale" && row.IsoResponseCode === codes.approved);
  const facts = {
    saleIdentifier: sale?.TransactionIdentifier?.toLowerCase() ?? null,
    isOrderVoided: Boolean(order?.VoidDateTime),
    orderRefunded: order?.TotalCreditAmount ?? null,
    orderCurrency: named && currencyOf(named),
    at: null,
  };
  const transactions = rows.flatMap((row) => toFound(row, facts));
  return transactions.length > 0 ? { kind: "found", transactions } : { kind: "absent" };
}
