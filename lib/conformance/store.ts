import { db } from "@/lib/db/client";
import type { KitReport } from "./report";

export async function saveReport(accountNumber: string, ranAt: Date, report: KitReport): Promise<void> {
  await db().conformanceReport.upsert({
    where: { accountNumber },
    create: { accountNumber, ranAt, report },
    update: { ranAt, report },
  });
}

export async function findReport(accountNumber: string): Promise<KitReport | null> {
  const row = await db().conformanceReport.findUnique({ where: { accountNumber } });
  return (row?.report as KitReport | undefined) ?? null;
}
