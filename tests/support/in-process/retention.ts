import { expiringTables } from "@/lib/retention/policies";
import { sweepTables } from "@/lib/retention/sweep-tables";

/** Runs the retention sweep for one table. */
export const sweepTable = (name: string): Promise<void> =>
  sweepTables(expiringTables.filter(([table]) => table === name));
