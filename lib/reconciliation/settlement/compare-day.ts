import type { BookedCharge, BookedRefund, FoundTransaction, SearchAnswer } from "@/lib/gateway/operations";
import type { Credentials } from "@/lib/gateway/terminals/credentials";
import { later, minute, now } from "@/lib/kit/clock";
import { isItem, toRefundItem, toSaleItem } from "./booked-items";
import { findUnrecordedChargebacks } from "./compare-chargebacks";
import { compareLists } from "./compare-lists";
import { confirmDifferences, type DayItems } from "./confirm-differences";
import { type Day, dayAfter, dayOf, startOfDay } from "./days";
import { toItems } from "./gateway-items";
import { findKnown } from "./known-transactions";
import { credentialsOf, type MerchantAccount } from "./merchant-accounts";
import { type SettlementReport, writeSettlementReport } from "./report-store";
import { createDaySearch, type DaySearch } from "./search-days";
import { summarise, type TerminalLine } from "./summarise";

/** Charges and refunds younger than this are left out, because the gateway's queries may lag behind. */
const settledAfterMs = 15 * minute;

export type DayComparison = { report: SettlementReport; lines: TerminalLine[] };
/** The gateway did not list its transactions. `fix`: what an operator must do, if that is known. */
type Uncompared = { report: null; fix: string | null };

/** Returns a function that compares a day with the gateway's list and stores the report. */
export async function createAccountComparer(account: MerchantAccount) {
  const credentials = await credentialsOf(account);
  const search = createDaySearch(account.operations, credentials);
  return (day: Day) => compareDay({ account, credentials, search, day });
}

type Task = { account: MerchantAccount; credentials: Credentials; search: DaySearch; day: Day };

async function compareDay({ account, credentials, search, day }: Task): Promise<DayComparison | Uncompared> {
  const listed = await listAround(search, day);
  const settledBefore = later(-settledAfterMs);
  const books = await readBooks(account, day, settledBefore);
  // The credentials of a disabled account may be revoked, or its gateway closed. Then there is nothing to compare.
  const isOver = listed.kind !== "found" && account.isDisabled && isEmpty(books);
  if (listed.kind !== "found" && !isOver) {
    return { report: null, fix: (listed.kind === "refused" && listed.fix) || null };
  }
  const found = listed.kind === "found" ? listed.transactions : [];
  const items = await itemsOf({ account, found, books, day });
  const suspected = compareLists(items.ours, items.theirs);
  const confirmed = await confirmDifferences(items, suspected, {
    operations: account.operations,
    credentials,
    day,
    settledBefore,
  });
  if (confirmed.kind === "silent") return { report: null, fix: null };
  const { ours, theirs } = confirmed.items;
  const differences = [...compareLists(ours, theirs), ...(await findUnrecordedChargebacks(account, found, day))];
  const open = [...books.charges, ...books.refunds].filter(({ state }) => state === "open");
  const report = {
    baseAddress: account.baseAddress,
    merchantId: account.merchantId,
    day,
    checked: ours.length,
    leftOut: open.length,
    differences: differences.map(({ kind, subject, problem }) => ({ kind, subject, problem })),
    createdAt: now(),
  };
  await writeSettlementReport(report);
  return { report, lines: summarise(account.terminals, { ours, theirs, open, differences }) };
}

/** The zone of the gateway's dates is unknown, so the days before and after are listed, too. */
async function listAround(search: DaySearch, day: Day): Promise<SearchAnswer> {
  const transactions: FoundTransaction[] = [];
  for (const one of [dayAfter(day, -1), day, dayAfter(day)]) {
    const answer = await search(one);
    if (answer.kind !== "found") return answer;
    transactions.push(...answer.transactions);
  }
  return { kind: "found", transactions };
}

type Books = { charges: BookedCharge[]; refunds: BookedRefund[] };

async function readBooks({ operations, terminals }: MerchantAccount, day: Day, settledBefore: Date): Promise<Books> {
  const terminalIds = terminals.map(({ id }) => id);
  const range = { terminalIds, from: startOfDay(day), before: startOfDay(dayAfter(day)), settledBefore };
  return { charges: await operations.books.findCharges(range), refunds: await operations.books.findRefunds(range) };
}

const isEmpty = ({ charges, refunds }: Books): boolean => charges.length + refunds.length === 0;

type Listed = { account: MerchantAccount; found: readonly FoundTransaction[]; books: Books; day: Day };

/**
 * The items of one day. A transaction that we know belongs to the day by our clock. An unknown one belongs to it by the
 * gateway's clock.
 */
async function itemsOf({ account, found, books, day }: Listed): Promise<DayItems> {
  const { saleKeys, refundIdOf } = await findKnown(account.operations.books, found);
  const knownRefunds = new Set(found.flatMap((transaction) => refundIdOf(transaction) ?? []));
  const ours = [...books.charges.map(toSaleItem), ...books.refunds.map(toRefundItem)].filter(isItem);
  const ourKeys = new Set(ours.map(({ key }) => key));
  const theirs = toItems(found, refundIdOf).filter(({ key, at }) => {
    if (saleKeys.has(key) || knownRefunds.has(key)) return ourKeys.has(key);
    return at === null || dayOf(at) === day;
  });
  return { ours, theirs };
}
