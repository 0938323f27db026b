import { query } from "@/lib/db/client";
import type { PageWindow } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/route/caller";
import type { Environment } from "@/lib/reference/platforms";

/** Nobody waits for these but those that wait behind them. */
const insertTimeoutMs = 5_000;
/** Of a list; what is older is found by narrowing it. */
const listedMax = 5_000;
/** However little is found: a search must not read the days of a busy account through. */
const searchedMax = 50_000;

export type LoggedRequest = {
  accountNumber: string;
  /** Null where a request acts on none, or was refused before it was known. */
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
  await query(
    "insert-requests",
    `INSERT INTO request_log (account_number, environment, at, request_id, method, path, status, duration_ms, kid, message)
     SELECT "accountNumber", environment, at, "requestId", method, path, status, "durationMs", kid, message
     FROM jsonb_to_recordset($1::jsonb) AS noted (
       "accountNumber" text, environment environment, at timestamptz, "requestId" text, method text, path text,
       status smallint, "durationMs" int, kid text, message text)`,
    [JSON.stringify(requests)],
    insertTimeoutMs,
  );
}

export type RequestFilters = { isRefused: boolean; method: string | undefined; path: string | undefined };

type Row = {
  id: string;
  at: Date;
  request_id: string;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  kid: string | null;
  message: string | null;
};

/** Newest first. Requests that act on no environment stand in both. */
export async function findRequests({ accountNumber, environment }: Owner, filters: RequestFilters, cut: PageWindow) {
  const matching = `FROM (SELECT * FROM request_log WHERE account_number = $1 ORDER BY id DESC LIMIT ${searchedMax}) AS newest
    WHERE (environment IS NULL OR environment = $2::environment) AND (NOT $3 OR status >= 400)
    AND ($4::text IS NULL OR method = $4) AND ($5::text IS NULL OR strpos(path, $5) > 0)`;
  const values = [accountNumber, environment, filters.isRefused, filters.method ?? null, filters.path ?? null];
  const [counted] = await query<{ total: number }>(
    "count-requests",
    `SELECT count(*)::int AS total FROM (SELECT 1 ${matching} ORDER BY id DESC LIMIT ${listedMax}) AS listed`,
    values,
  );
  const total = counted?.total ?? 0;
  if (cut.offset >= total) return { total, rows: [] };
  const rows = await query<Row>(
    "find-requests",
    // `newest.id` is the number; a bare `id` in ORDER BY would name the text in the select list.
    `SELECT id::text, at, request_id, method, path, status, duration_ms, kid, message ${matching}
     ORDER BY newest.id DESC LIMIT $6 OFFSET $7`,
    [...values, cut.limit, cut.offset],
  );
  return { total, rows };
}

export async function deleteRequests(before: Date, limit: number): Promise<number> {
  const rows = await query(
    "delete-requests",
    `DELETE FROM request_log WHERE id = ANY (ARRAY(SELECT id FROM request_log WHERE at < $1 ORDER BY at LIMIT $2)) RETURNING id`,
    [before, limit],
  );
  return rows.length;
}
