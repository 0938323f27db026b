import { empty, type SentAnswer } from "@/emulator/base/wire/answers";
import { formatMinor } from "@/emulator/base/wire/raw-json";
import type { Prepared, WireRequest } from "@/emulator/base/wire/request";
import { statusOf } from "@/emulator/mpgs/orders";
import { ripen } from "@/emulator/mpgs/ripen";
import { badCredentials } from "@/emulator/mpgs/wire/errors";
import { broken, type Finding } from "@/emulator/mpgs/wire/findings";
import { authenticate } from "@/emulator/mpgs/wire/request";
import type { Event, World } from "@/emulator/mpgs/world";
import { toCsvLine } from "@/lib/kit/text/csv";

/** The columns that the history knows. */
const cells: Readonly<Record<string, (event: Event) => string | null>> = {
  merchant: ({ order }) => order.terminal,
  "order.id": ({ order }) => order.transactionIdentifier,
  "order.reference": ({ order }) => order.reference,
  "order.status": ({ order }) => statusOf(order),
  "order.amount": ({ order }) => formatMinor(order.amountMinor),
  "order.currency": ({ order }) => order.currency,
  "order.chargeback.amount": ({ order }) => formatMinor(order.chargebackMinor),
  "transaction.id": ({ transaction }) => transaction.id,
  "transaction.type": ({ transaction }) => transaction.type,
  "transaction.amount": ({ transaction }) => formatMinor(transaction.amountMinor),
  "transaction.currency": ({ transaction }) => transaction.currency,
  "transaction.receipt": ({ transaction }) => transaction.receipt,
  result: ({ transaction }) => transaction.result,
  "response.gatewayCode": ({ transaction }) => transaction.gatewayCode,
  timeOfRecord: ({ at }) => new Date(at).toISOString(),
};

type Query = { start: number; end: number; columns: string[]; headers: string[] };

function readQuery(query: URLSearchParams): Query {
  const [start, end] = ["timeOfRecord.start", "timeOfRecord.end"].map((name) => {
    const text = query.get(name) ?? "";
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  });
  const listOf = (name: string) => (query.get(name) ?? "").split(",").filter(Boolean);
  return { start: start ?? 0, end: end ?? 0, columns: listOf("columns"), headers: listOf("columnHeaders") };
}

function check({ start, end, columns, headers }: Query): Finding[] {
  const isPeriod = start < end;
  const isList = columns.length > 0 && columns.length === headers.length;
  const isKnown = columns.every((name) => Object.hasOwn(cells, name));
  return [
    ...(isPeriod ? [] : [broken("history_period", "timeOfRecord.start and timeOfRecord.end are no period.")]),
    ...(isList && isKnown ? [] : [broken("history_columns", "columns or columnHeaders are wrong.")]),
  ];
}

/** The transactions of a period as CSV, one row for each event. */
export function prepareHistory(world: World, request: WireRequest): Prepared {
  const profile = authenticate(world, request, "reportingPassword");
  const query = readQuery(request.query);
  const findings = check(query);
  for (const { rule, detail } of findings) if (rule) world.violate(request.endpoint, rule, detail);
  const work = (): SentAnswer => {
    for (const order of world.transactions) ripen(world, order);
    const { reporting } = world.dials;
    if (reporting !== "enabled") return empty(reporting === "http_401" ? 401 : 403);
    return profile ? (findings[0]?.answer ?? list(world, profile.id, query)) : badCredentials;
  };
  return { transactionIdentifier: null, work };
}

function list(world: World, profileId: string, { start, end, columns, headers }: Query): SentAnswer {
  const { historyLagMs, historyRows } = world.dials;
  const shownUntil = world.now() - historyLagMs;
  const rows = world.own.events
    .filter(({ at, order }) => order.terminal === profileId && at >= start && at < end && at <= shownUntil)
    .map((event) => toCsvLine(columns.map((name) => cells[name]?.(event))))
    .flatMap((row) => (historyRows === "repeated" ? [row, row] : [row]));
  return { kind: "text", text: [toCsvLine(headers), ...rows].join(""), type: "text/csv; charset=utf-8", status: 200 };
}
