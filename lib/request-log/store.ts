import { query } from "@/lib/db/client";
import { literal, sql } from "@/lib/db/sql";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/message/caller";
import type { Environment } from "@/lib/reference/platforms";

/** The timeout of a batch insert. API requests do not wait for these inserts; only later batches do. */
const insertTimeoutMs = 5_000;
/** The maximum number of requests in a list. Merchants find older requests with filters. */
const listedMax = 5_000;
/** A search reads at most this many of an account's newest requests, which limits its cost for busy accounts. */
const searchedMax = 50_000;

export type LoggedRequest = {
  accountNumber: string;
  /** Null if the request acts on no environment, or was refused before its environment was known. */
  environment: Environment | null;
  at: string;
  requestId: string;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  kid: string | null;
  message: string | null;
};

export async function insertRequests(requests: readonly LoggedRequest[]): Promise<void> {
  const statement = sql`
    INSERT INTO request_log (account_number, environment, at, request_id, method, path, status, duration_ms, kid, message)
    SELECT "accountNumber", environment, at, "requestId", method, path, status, "durationMs", kid, message
    FROM jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) AS logged (
      "accountNumber" text, environment environment, at timestamptz, "requestId" text, method text, path text,
      status smallint, "durationMs" int, kid text, message text)`;
  await query(statement, insertTimeoutMs);
}

export type RequestFilters = { isRefused: boolean; method: string | undefined; path: string | undefined };

type Row = Omit<LoggedRequest, "accountNumber" | "environment" | "at"> & { id: string; at: Date };

/** Lists requests, newest first. Requests without an environment appear in the lists of both environments. */
export async function findRequests({ accountNumber, environment }: Owner, filters: RequestFilters, page: PageWindow) {
  const { isRefused, method, path } = filters;
  const matching = sql`
    FROM (SELECT * FROM request_log WHERE account_number = ${accountNumber}
          ORDER BY id DESC LIMIT ${literal(searchedMax)}) AS newest
    WHERE (environment IS NULL OR environment = ${environment}) AND (NOT ${isRefused} OR status >= 400)
      AND (${method}::text IS NULL OR method = ${method}) AND (${path}::text IS NULL OR strpos(path, ${path}) > 0)`;
  const [counted] = await query<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM (SELECT 1 ${matching} ORDER BY id DESC LIMIT ${literal(listedMax)}) AS listed`);
  const total = counted?.total ?? 0;
  if (page.offset >= total) return { total, rows: [] };
  // `newest.id` is the numeric id. A bare `id` would mean `id::text` of the select list and sort as text.
  const rows = await query<Row>(sql`
    SELECT id::text, at, request_id, method, path, status, duration_ms, kid, message ${matching}
    ORDER BY newest.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`);
  return { total, rows };
}
