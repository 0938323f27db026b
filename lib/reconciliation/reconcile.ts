import { day, hour, later, minute, now } from "@/lib/kit/clock";
import { firstUlidAt, newUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { compareWithGateway } from "./compare-with-gateway";
import * as store from "./store";

/** What is younger may be under way at this moment. */
const settledAfter = 15 * minute;
/** An outcome that the gateway kept to itself may come this much later than its session began. */
const lateBy = day + hour;

/**
 * Compares the ledger with sessions, attempts, refunds and withdrawals, and those with the gateway's own records,
 * from where the last report ended; the first one begins with the beginning. Nothing is repaired: a person looks.
 */
export async function reconcile(): Promise<store.Report> {
  const since = (await store.findLastReport())?.until ?? new Date(0);
  const until = later(-settledAfter);
  const fresh = rangeOf(since, until);
  const withLateOnes = rangeOf(earlier(since), until);
  const items = [
    ...(await store.findBookedItems(fresh)),
    ...(await store.findVoidedItems(rangeOf(earlier(since), earlier(until)))),
  ];
  const differences = [
    ...(await store.findPaymentDifferences(withLateOnes)),
    ...(await store.findAttemptDifferences(withLateOnes)),
    ...(await store.findRefundDifferences(withLateOnes)),
    ...(await store.findWithdrawalDifferences(since, until)),
    ...(await store.findHeldDifferences()),
    ...(await compareWithGateway(items)),
  ];
  const report = { id: newUlid(), since, until, checked: items.length, differences, createdAt: now() };
  await store.insertReport(report);
  if (differences.length > 0) log.error({ report: report.id, differences }, "the books differ: look into this report");
  return report;
}

const rangeOf = (since: Date, until: Date): store.IdRange => ({
  from: firstUlidAt(since),
  before: firstUlidAt(until),
});

const earlier = (moment: Date): Date => new Date(Math.max(0, moment.getTime() - lateBy));
