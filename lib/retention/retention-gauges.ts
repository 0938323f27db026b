import type { GaugeReading } from "@/lib/http/telemetry/metrics";
import { now } from "@/lib/kit/clock";
import { expiringTables } from "./policies";
import { listSweeps } from "./store";

const never = { deleted: 0n, overdueSince: null, sweptAt: new Date(0) };

/** Metrics of the retention sweep, one series per table. A table that was never swept is late, too. */
export async function readRetentionGauges(): Promise<GaugeReading[]> {
  const sweeps = new Map((await listSweeps()).map((sweep) => [sweep.table, sweep]));
  const at = now().getTime();
  return expiringTables.flatMap(([table]) => {
    const { deleted, overdueSince, sweptAt } = sweeps.get(table) ?? never;
    return [
      {
        name: "tradewind_retention_deleted_rows",
        help: "Rows that the retention sweep has deleted so far.",
        labels: { table },
        value: Number(deleted),
      },
      {
        name: "tradewind_retention_overdue_seconds",
        help: "How long ago the oldest row that is still there should have been deleted. 0 if none is overdue.",
        labels: { table },
        value: overdueSince ? Math.max(0, (at - overdueSince.getTime()) / 1000) : 0,
      },
      {
        name: "tradewind_retention_sweep_timestamp_seconds",
        help: "When the retention sweep last ran. 0: never.",
        labels: { table },
        value: sweptAt.getTime() / 1000,
      },
    ];
  });
}
