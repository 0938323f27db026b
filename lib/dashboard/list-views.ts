import type * as z from "zod/mini";
import { logQuery } from "@/lib/audit/read-log";
import type { ViewList } from "@/lib/members/view-contract";
import { findViews } from "@/lib/members/view-store";
import { requestLogChoice } from "@/lib/request-log/list-requests";
import { searchTransactionsQuery } from "@/lib/transactions/history/search-contract";
import { listWithdrawalsEndpoint } from "@/lib/withdrawals/contract";
import type { Query } from "./filters";
import type { Visit } from "./viewer";

/** The queries of the lists whose filters can be saved. */
const queries: Readonly<Record<ViewList, z.ZodMiniObject<Record<string, z.ZodMiniType>>>> = {
  transactions: searchTransactionsQuery,
  requests: requestLogChoice,
  withdrawals: listWithdrawalsEndpoint.query,
  audit: logQuery,
};

/** Places in the list, and texts that a member typed: these could name a payer. */
const unsaved = ["page", "page_size", "environment", "search", "found", "path", "reference", "transaction_id"];

/** Splits the fields of a query string into filters that the list knows, and the names of all others. */
function sortFilters(list: ViewList, given: Iterable<[string, string]>) {
  const { shape } = queries[list];
  const known: Record<string, string> = {};
  const foreign: string[] = [];
  for (const [name, value] of given) {
    const schema = Object.hasOwn(shape, name) && !unsaved.includes(name) ? shape[name] : undefined;
    if (schema?.safeParse(value).data === undefined) foreign.push(name);
    else known[name] = value;
  }
  return { known, foreign };
}

/** The filters of a query string that can be saved, as a query string. */
export const savableFilters = (list: ViewList, filters: string): string =>
  String(new URLSearchParams(sortFilters(list, new URLSearchParams(filters)).known));

export type ListViews = {
  list: ViewList;
  views: readonly { id: string; name: string; href: string }[];
  /** The current filters as a query string. Empty if there is nothing to save. */
  filters: string;
  /** Why the view that the address names is not shown as it was saved. */
  notice: string | null;
};

/**
 * A member's saved views of a list, and the query of the page with the filters of the view that the address names. A
 * field of the address takes precedence.
 */
export async function readListViews({ viewer, environment, mode }: Visit, list: ViewList, { view, ...own }: Query) {
  const saved = await findViews({ memberId: viewer.memberId, environment, list });
  const chosen = saved.find(({ id }) => id === view);
  const { known, foreign } = sortFilters(list, new URLSearchParams(chosen?.filters));
  const query: Query = { ...known, ...own };
  const given = Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const views: ListViews = {
    list,
    views: saved.map(({ id, name }) => ({ id, name, href: `/dashboard/${mode}/${list}?view=${id}` })),
    filters: String(new URLSearchParams(sortFilters(list, given).known)),
    notice: noticeOf(view !== undefined && !chosen, foreign),
  };
  return { query, views };
}

function noticeOf(isMissing: boolean, foreign: readonly string[]): string | null {
  if (isMissing) return "This saved view is not yours, or you removed it. The list shows everything.";
  return foreign.length > 0 ? "The saved view has filters that this list does not have. They are ignored." : null;
}
