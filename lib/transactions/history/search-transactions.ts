import { startOfDayIn, type Zone } from "@/lib/format/dates";
import { toPage, windowOf } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/route/caller";
import { endOfDay } from "@/lib/kit/clock";
import { toTransactionRecord } from "@/lib/transactions/record";
import { markAbandoned } from "./mark-abandoned";
import type { TransactionSearch } from "./search-contract";
import { findMatches } from "./search-store";
import { findHistory, type HistoryFilters } from "./store";

/** The filters of the dashboard's list and export. `isCut`: the search found more payments than it lists. */
export async function resolveSearch(
  owner: Owner,
  choice: TransactionSearch,
  zone: Zone,
): Promise<{ filters: HistoryFilters; isCut: boolean }> {
  const { status, currency, card, search, start_date: start, end_date: end } = choice;
  const { ids, isCut } = search === undefined ? { isCut: false } : await findMatches(owner, search);
  const since = start && startOfDayIn(zone, start);
  const until = end && endOfDay(startOfDayIn(zone, end));
  return { filters: { badge: status, currency, network: card, ids, since, until }, isCut };
}

const pageSize = 12;
/** Counting more filtered payments than this would take longer than reading the page. */
const countMax = 10_000;

/** One page of the dashboard's list: the API's records, with the outcomes that pages tell apart. */
export async function searchTransactions(owner: Owner, choice: TransactionSearch, zone: Zone) {
  const { filters, isCut } = await resolveSearch(owner, choice, zone);
  const sized = { page_size: pageSize, ...choice };
  const { total, rows } = await findHistory(owner, filters, { ...windowOf(sized), countMax });
  const items = await markAbandoned(owner, rows.map(toTransactionRecord));
  const { data, meta } = toPage({ choice: sized, path: "", filters: {}, total, items });
  const hasFilters = Object.values(filters).some((value) => value !== undefined);
  return { payments: data, meta, isCut, countedUpTo: hasFilters && total > countMax ? countMax : null };
}
