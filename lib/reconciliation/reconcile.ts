import { day, hour, later, minute, now } from "@/lib/kit/clock";
import { firstUlidAt, newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { findCardDifferences } from "./card-store";
import { findChargebackDifferences } from "./chargeback-store";
import { compareWithGateway } from "./compare-with-gateway";
import { findLateChargeDifferences } from "./late-charge-store";
import * as store from "./store";

/** Reconciliation skips rows younger than this, because they may still be changing. */
const settledAfter = 15 * minute;
/** The outcome of a session can change until this long after its start. */
const lateBy = day + hour;
/** A report covers at most this much time, so a long pause is followed by several reports. */
const stepMax = day;

/**
 * Compares the ledger with sessions, attempts, refunds, chargebacks and withdrawals. Compares charges and refunds with
 * the gateway. Starts where the last report ended, and returns the reports it wrote. It repairs nothing: an operator
 * reads the reports.
 */
export async function reconcile(): Promise<store.Report[]> {
  const end = later(-settledAfter);
  const reports: store.Report[] = [];
  let last = await store.findLastReport();
  let since = earlier(last?.until ?? (await store.findBeginning()) ?? end, end);
  do {
    const until = earlier(later(stepMax, since), end);
    const unanswered = last?.differences.flatMap(({ ask }) => ask ?? []) ?? [];
    last = await compare(since, until, unanswered);
    reports.push(last);
    since = until;
  } while (since < end);
  return reports;
}

async function compare(since: Date, until: Date, unanswered: store.GatewayItem[]): Promise<store.Report> {
  const fresh = rangeOf(since, until);
  const withLateOnes = rangeOf(later(-lateBy, since), until);
  const voided = rangeOf(later(-lateBy, since), later(-lateBy, until));
  const items = [...unanswered, ...(await store.findBookedItems(fresh)), ...(await store.findVoidedItems(voided))];
  const differences = [
    ...(await store.findPaymentDifferences(withLateOnes)),
    ...(await store.findAttemptDifferences(withLateOnes)),
    ...(await findCardDifferences(fresh)),
    ...(await store.findLongVoids(fresh)),
    ...(await store.findRefundDifferences(withLateOnes)),
    ...(await findChargebackDifferences()),
    ...(await findLateChargeDifferences()),
    ...(await store.findWithdrawalDifferences(since, until)),
    ...(await store.findJournalDifferences(fresh)),
    ...(await store.findHeldDifferences()),
    ...(await compareWithGateway(items)),
  ];
  const report = { id: newUlid(), since, until, checked: items.length, differences, createdAt: now() };
  await store.insertReport(report);
  if (differences.length > 0) log.error({ report: report.id, differences }, "the books differ: look into this report");
  return report;
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

const rangeOf = (since: Date, until: Date): store.IdRange => ({
  from: firstUlidAt(since),
  before: firstUlidAt(until),
});
