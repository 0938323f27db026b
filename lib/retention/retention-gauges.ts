import type { GaugeReading } from "@/lib/http/listener/metrics";
import { now } from "@/lib/kit/clock";
import { listSweeps } from "./store";

/** Metrics of the retention sweep, one series per table. */
export async function readRetentionGauges(): Promise<GaugeReading[]> {
  const sweeps = await listSweeps();
  const at = now().getTime();
  return sweeps.flatMap(({ table, deleted, overdueSince, sweptAt }) => [
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
      help: "When the retention sweep last ran.",
      labels: { table },
      value: sweptAt.getTime() / 1000,
    },
  ]);
}
