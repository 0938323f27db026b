import { exchange, type GatewayRequest, silence } from "@/lib/gateway/http/exchange";
import { basicAuthorisation, isGatewayUp, queryForReport, queryLimitMs } from "@/lib/gateway/mpgs/transport/transport";
import { type GatewayRecord, readOrder } from "@/lib/gateway/mpgs/wire/answers";
import { isTaken } from "@/lib/gateway/mpgs/wire/codes";
import { orderPath } from "@/lib/gateway/mpgs/wire/requests";
import type { FoundTransaction, OrderAnswer, SearchAnswer, SearchPeriod } from "@/lib/gateway/operations";
import type { Credentials } from "@/lib/gateway/terminals/credentials";
import { later, minute } from "@/lib/kit/clock";
import { parseMinor } from "@/lib/kit/money";
import { readCsvLines } from "@/lib/kit/text/csv";

/** The reporting service lags behind the gateway, so no period ends later than this. */
const reportLagMs = 2 * minute;

const columns = [
  ...["order.id", "transaction.id", "transaction.type", "transaction.amount", "transaction.currency"],
  ...["result", "response.gatewayCode", "timeOfRecord"],
] as const;

/** Lists the transactions of a period by the gateway's reporting service, which has a password of its own. */
export async function listReported(
  credentials: Credentials,
  period: SearchPeriod,
  onResponse?: GatewayRequest["onResponse"],
): Promise<SearchAnswer> {
  const { baseAddress, merchantId, secrets } = credentials;
  const end = new Date(Math.min(period.end.getTime(), later(-reportLagMs).getTime()));
  if (secrets.reporting_password === undefined) return refused("The terminal has no reporting password");
  if (end <= period.start) return { kind: "found", transactions: [] };
  if (!(await isGatewayUp(credentials))) return { kind: "unsent" };
  const query = new URLSearchParams({
    "timeOfRecord.start": period.start.toISOString(),
    "timeOfRecord.end": end.toISOString(),
    columns: columns.join(","),
    columnHeaders: columns.join(","),
  });
  const reply = await exchange({
    method: "GET",
    url: `${baseAddress}history/version/1/merchant/${encodeURIComponent(merchantId)}/transaction?${query}`,
    headers: { ...basicAuthorisation(merchantId, secrets.reporting_password), accept: "text/csv" },
    limitMs: queryLimitMs,
    onResponse,
  });
  if (reply.kind !== "response") return reply;
  if (reply.status >= 400 && reply.status < 500) return refused("The reporting service refuses the password");
  const rows = reply.status === 200 ? readRows(reply.text) : null;
  return rows ? { kind: "found", transactions: rows } : silence(`status ${reply.status}`);
}

/** The account may lack the reporting service, too: the gateway's answer does not say. */
function refused(problem: string): SearchAnswer {
  const words = "ask the bank for the reporting service and its password, disable the terminal, and add it again with";
  return { kind: "refused", fix: `${problem}: ${words} «--with reporting-password».` };
}

/** Each event is a row. If a transaction has several, the last one counts. Null if the text is no such list. */
function readRows(text: string): FoundTransaction[] | null {
  const [head, ...lines] = readCsvLines(text);
  if (!head) return [];
  const places = columns.map((name) => head.cells?.indexOf(name) ?? -1);
  if (places.includes(-1)) return null;
  const found = new Map<string, FoundTransaction>();
  for (const { cells } of lines) {
    const [orderId, id, type, amount, currency, result, gatewayCode, timeOfRecord] = places.map(
      (place) => cells?.[place] || undefined,
    );
    const transaction = { id, type, amount: parseMinor(amount ?? "") ?? undefined, currency };
    const record = { result, timeOfRecord, order: { id: orderId }, transaction, response: { gatewayCode } };
    for (const one of toFound(record, { isOrderVoided: false, orderRefunded: null })) {
      found.set(`${one.type} ${one.identifier}`, one);
    }
  }
  return [...found.values()];
}

type Listed = Pick<GatewayRecord, "result" | "timeOfRecord"> & {
  order?: { id?: string | undefined } | undefined;
  transaction?: Partial<GatewayRecord["transaction"]>;
  response?: { gatewayCode?: string | undefined } | undefined;
};

type OrderFacts = Pick<FoundTransaction, "isOrderVoided" | "orderRefunded">;

/** An order has one sale, so the sale has the order's id. A capture is the sale of what was only authorised. */
const types: Readonly<Record<string, FoundTransaction["type"]>> = {
  PAYMENT: "sale",
  CAPTURE: "sale",
  REFUND: "refund",
  VOID_PAYMENT: "void",
  VOID_CAPTURE: "void",
  VOID_AUTHORIZATION: "void",
  CHARGEBACK: "chargeback",
};

function toFound({ order, transaction, result, response, timeOfRecord }: Listed, facts: OrderFacts) {
  if (!order?.id || !transaction?.id) return [];
  const type = types[transaction.type ?? ""] ?? "other";
  const sale = order.id.toLowerCase();
  const found: FoundTransaction = {
    ...facts,
    type,
    identifier: type === "sale" ? sale : `${sale}/${transaction.id.toLowerCase()}`,
    // A chargeback needs no code of an approval.
    isApproved: result === "SUCCESS" && (type === "chargeback" || isTaken(response?.gatewayCode)),
    amount: transaction.amount ?? null,
    currency: transaction.currency ?? null,
    externalIdentifier: type === "refund" ? transaction.id : null,
    saleIdentifier: sale,
    at: readTime(timeOfRecord),
  };
  return [found];
}

function readTime(text: string | undefined): Date | null {
  const at = new Date(text ?? "");
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Reads the order of a sale, or of any other transaction: their identifiers begin with that of the sale. */
export async function readGatewayOrder(credentials: Credentials, identifier: string): Promise<OrderAnswer> {
  const [sale = ""] = identifier.split("/");
  const answer = await queryForReport(credentials, orderPath(encodeURIComponent(sale.toUpperCase())));
  if (answer.kind === "refused" && answer.because === "invalid") return { kind: "absent" };
  const order = answer.kind === "processed" ? readOrder(answer.body) : null;
  if (!order) return { kind: "silent" };
  const facts = { isOrderVoided: order.status === "CANCELLED", orderRefunded: order.totalRefundedAmount ?? null };
  const transactions = order.transaction.flatMap((record) => toFound({ ...record, order }, facts));
  return transactions.length > 0 ? { kind: "found", transactions } : { kind: "absent" };
}
