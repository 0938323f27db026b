import { db } from "@/lib/db/client";
import type { SettlementDifference } from "./compare-lists";
import { type Day, dayOf, startOfDay } from "./days";

/** The comparison of one day of a merchant account. */
export type SettlementReport = {
  baseAddress: string;
  merchantId: string;
  day: Day;
  checked: number;
  leftOut: number;
  differences: SettlementDifference[];
  createdAt: Date;
};

/** Replaces an earlier report of the same day. */
export async function writeSettlementReport({ day, ...report }: SettlementReport): Promise<void> {
  const { baseAddress, merchantId } = report;
  const row = { ...report, day: startOfDay(day) };
  const id = { baseAddress, merchantId, day: row.day };
  await db().settlementReport.upsert({ where: { baseAddress_merchantId_day: id }, create: row, update: row });
}

/** Lists the reports of all merchant accounts, the oldest day first. */
export async function findSettlementReports(since: Day): Promise<SettlementReport[]> {
  const rows = await db().settlementReport.findMany({
    where: { day: { gte: startOfDay(since) } },
    orderBy: [{ day: "asc" }, { baseAddress: "asc" }, { merchantId: "asc" }],
  });
  // The cast is safe, because only `writeSettlementReport` writes the column.
  return rows.map((row) => ({ ...row, day: dayOf(row.day), differences: row.differences as SettlementDifference[] }));
}
