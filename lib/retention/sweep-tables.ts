import { later, now } from "@/lib/kit/clock";
import { firstUlidAt, timeOfUlid } from "@/lib/kit/ids";
import { log } from "@/lib/kit/log";
import { deleteOldMail } from "@/lib/mail/send-mail";
import { findOverdueAbandoned, purgeAbandoned } from "@/lib/transactions/history/purge-abandoned";
import { abandonedKeptMs, type Expiring, expiringTables } from "./policies";
import { deleteExpired, findOldestExpired, recordSweeps, type TableSweep } from "./store";

const batchSize = 1000;
/** The maximum number of batches of one table in one run. The next run deletes the rest. */
const batchesMax = 100;

/** Tables whose rows need more than a deletion. Each function deletes one batch and returns its size. */
const ownDeletions: Readonly<Record<string, (before: Date) => Promise<number>>> = {
  checkout_session: () => purgeAbandoned(abandonedKeptMs),
  mail: (before) => deleteOldMail(before, batchSize),
};

/** Worker job: deletes the rows whose period has ended, table by table in short statements. */
export async function sweepTables(tables = expiringTables): Promise<void> {
  const swept: TableSweep[] = [];
  for (const [table, policy] of tables) {
    try {
      swept.push(await sweepTable(table, policy));
    } catch (error) {
      // The other tables are swept anyway. The metric of this table's last run grows old.
      log.error({ err: error, table }, "old rows could not be deleted");
    }
  }
  await recordSweeps(swept, now());
}

async function sweepTable(table: string, policy: Expiring): Promise<TableSweep> {
  const before = later(-policy.keptMs);
  const bound = policy.isUlid ? firstUlidAt(before) : before;
  const deleteBatch = ownDeletions[table] ?? (() => deleteExpired(table, policy.since, bound, batchSize));
  let deleted = 0;
  for (let batch = 0; batch < batchesMax; batch++) {
    const count = await deleteBatch(before);
    deleted += count;
    if (count === 0) break;
  }
  const overdueSince =
    table === "checkout_session"
      ? await findOverdueAbandoned(abandonedKeptMs)
      : dueSince(await findOldestExpired(table, policy.since, bound), policy.keptMs);
  return { table, deleted, overdueSince };
}

function dueSince(since: Date | string | null, keptMs: number): Date | null {
  if (since === null) return null;
  return later(keptMs, typeof since === "string" ? timeOfUlid(since) : since);
}
