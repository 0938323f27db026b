import { day as dayMs, hour, later, minute, now } from "@/lib/kit/clock";
import { log } from "@/lib/kit/log";
import { createAccountComparer } from "./compare-day";
import { type Day, dayAfter, dayOf, daysBetween, startOfDay } from "./days";
import { findMerchantAccounts, type MerchantAccount } from "./merchant-accounts";
import { findSettlementReports, type SettlementReport } from "./report-store";

/** The name of the worker's job, by which its next run is found. */
export const settlementJob = "compare-settlement";
/** The number of days for which differences and missing reports are followed up. */
const settlementDaysMax = 31;
/**
 * A day is compared this long after its end. The gateway's dates carry no zone. After this time, the day is over in
 * every zone. The 15 minutes let the last charges of the day settle.
 */
const completeAfterMs = 12 * hour + 15 * minute;
const completeAt = (day: Day): Date => later(completeAfterMs, startOfDay(dayAfter(day)));
const repeatAfterMs = dayMs;

/** The reports of all merchant accounts, the oldest day first. */
export const findRecentReports = (): Promise<SettlementReport[]> =>
  findSettlementReports(dayAfter(dayOf(now()), -settlementDaysMax));

/** When a day with differences or open charges is compared again. */
export const comparedAgainAt = ({ createdAt }: Pick<SettlementReport, "createdAt">): Date =>
  later(repeatAfterMs, createdAt);

/**
 * Compares each day of each merchant account once it is complete. A day with differences or open charges is compared
 * again every day. A day for which the gateway did not answer is due again at the next run.
 */
export async function compareDueDays(): Promise<void> {
  const reports = await findRecentReports();
  for (const account of await findMerchantAccounts()) {
    const own = reports.filter((report) => isSameAccount(report, account));
    await compareAccount(account, findDueDays(account.since, own, now()));
  }
}

type AccountKey = Pick<MerchantAccount, "baseAddress" | "merchantId">;

const isSameAccount = (one: AccountKey, other: AccountKey): boolean =>
  one.baseAddress === other.baseAddress && one.merchantId === other.merchantId;

/** The days of a merchant account that must be compared now, the oldest first. */
export function findDueDays(
  since: Date,
  reports: readonly Pick<SettlementReport, "day" | "createdAt" | "leftOut" | "differences">[],
  at: Date,
): Day[] {
  const today = dayOf(at);
  const first = [dayOf(since), dayAfter(today, -settlementDaysMax)].sort().at(-1) ?? today;
  return daysBetween(first, dayAfter(today, -1)).filter((day) => {
    if (completeAt(day) > at) return false;
    const report = reports.find((one) => one.day === day);
    if (!report || report.createdAt < completeAt(day)) return true;
    const isSettled = report.leftOut === 0 && report.differences.length === 0;
    return !isSettled && comparedAgainAt(report) <= at;
  });
}

type UncomparedDay = { merchantId: string; day: Day; dueAt: Date };

/** The complete days without a report. The gateway did not answer, or no worker runs. */
export async function findUncomparedDays(): Promise<UncomparedDay[]> {
  const reports = await findRecentReports();
  // An operator may have compared a day before it was complete.
  const complete = reports.filter(({ day, createdAt }) => createdAt >= completeAt(day));
  return (await findMerchantAccounts()).flatMap((account) =>
    findDueDays(account.since, [], now())
      .filter((day) => !complete.some((report) => report.day === day && isSameAccount(report, account)))
      .map((day) => ({ merchantId: account.merchantId, day, dueAt: completeAt(day) })),
  );
}

async function compareAccount(account: MerchantAccount, days: readonly Day[]): Promise<void> {
  if (days.length === 0) return;
  const compareDay = await createAccountComparer(account);
  const { merchantId } = account;
  for (const day of days) {
    const comparison = await compareDay(day);
    if (!comparison.report) {
      const { fix } = comparison;
      log.warn(
        { merchantId, day, ...(fix && { fix }) },
        "the acquirer did not list its transactions: they are compared in an hour",
      );
      return;
    }
    const { differences } = comparison.report;
    if (differences.length === 0) continue;
    const subjects = differences.map(({ kind, subject }) => `${kind} ${subject}`);
    log.error({ merchantId, day, subjects }, "the acquirer's transactions differ from ours: look into this day");
  }
}
