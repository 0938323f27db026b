import { startOfDayIn, type Zone } from "@/lib/format/dates";
import { type PageChoice, toPage, windowOf } from "@/lib/http/body/paging";
import type { Owner } from "@/lib/http/message/caller";
import { endOfDay } from "@/lib/kit/clock";
import { toTransactionRecord } from "@/lib/transactions/record";
import { requireOwnLink } from "./link-filter";
import { markAbandoned } from "./mark-abandoned";
import { findPayersOf } from "./payer-store";
import { type Reading, readSearch } from "./read-search";
import { openSearch } from "./sealed-search";
import type { TransactionSearch } from "./search-contract";
import { findMatches, searchMatchesMax } from "./search-store";
import { findHistory, type HistoryFilters } from "./store";

type ResolvedSearch = {
  filters: HistoryFilters;
  /** Set if more payments match the search than it found: the number that it finds at most. */
  matchesMax: number | null;
};

/** The filters of the dashboard's list and export. */
export async function resolveSearch(owner: Owner, choice: TransactionSearch, zone: Zone): Promise<ResolvedSearch> {
  const { status, reason, currency, card, payment_link_id: paymentLinkId, start_date: start, end_date: end } = choice;
  if (paymentLinkId) await requireOwnLink(owner, paymentLinkId);
  const { ids, isCut } = await findAllMatches(owner, choice);
  const since = start && startOfDayIn(zone, start);
  const until = end && endOfDay(startOfDayIn(zone, end));
  return {
    filters: { badge: status, reason, currency, network: card, paymentLinkId, ids, since, until },
    matchesMax: isCut ? searchMatchesMax : null,
  };
}

/** The payments that match both the list's own search and that of the top bar. `ids` is undefined without a search. */
async function findAllMatches(owner: Owner, { search, found }: TransactionSearch) {
  const searches = [search, found === undefined ? undefined : (openSearch(owner, found) ?? "")];
  const matches = await Promise.all(
    searches.filter((one) => one !== undefined).map((one) => findMatches(owner, readSearch(one))),
  );
  const [first, ...others] = matches.map(({ ids }) => ids);
  const ids = first?.filter((id) => others.every((other) => other.includes(id)));
  return { ids, isCut: matches.some(({ isCut }) => isCut) };
}

/** The newest payments that a search finds, how many there are, and the newest of their payers. */
export async function findPaymentsAndPayers(
  owner: Owner,
  readings: readonly Reading[],
  payments: number,
  payers: number,
) {
  const { ids, isCut } = await findMatches(owner, readings);
  if (ids.length === 0) return { payments: [], payers: [], total: 0, isCut };
  const [found, people] = await Promise.all([
    readPayments(owner, { ids }, { page: 1, page_size: payments }),
    findPayersOf(owner, ids, payers),
  ]);
  return { payments: found.payments, payers: people, total: ids.length, isCut };
}

const pageSize = 12;
const linkPageSize = 7;
/** Filtered payments are counted up to this number, because counting more takes longer than reading the page. */
const countMax = 10_000;

/** One page of the dashboard's list: the API's records, with the outcomes that pages tell apart. */
export async function searchHistory(owner: Owner, choice: TransactionSearch, zone: Zone) {
  const { filters, matchesMax } = await resolveSearch(owner, choice, zone);
  return {
    ...(await readPayments(owner, filters, { ...choice, page_size: choice.page_size ?? pageSize })),
    matchesMax,
  };
}

/** One page of the payments that customers tried to make with a link. */
export function listLinkPayments(owner: Owner, paymentLinkId: string, choice: PageChoice) {
  return readPayments(owner, { paymentLinkId, wasTried: true }, { ...choice, page_size: linkPageSize });
}

async function readPayments(owner: Owner, filters: HistoryFilters, choice: PageChoice) {
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const { total: counted, rows } = await findHistory(owner, filters, { ...windowOf(choice), countMax });
  const isMore = isFiltered && counted > countMax;
  const total = isMore ? countMax : counted;
  const items = await markAbandoned(owner, rows.map(toTransactionRecord));
  const { data, meta } = toPage({ choice, path: "", filters: {}, total, items });
  return { payments: data, meta: { ...meta, isMore } };
}
