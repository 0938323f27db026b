import { sql } from "@/lib/db/sql";
import { firstUlidAt } from "@/lib/kit/ids";
import type { AcquirerOperations } from "../operations";
import type { RecordTables } from "./tables";

export const callTimesOf =
  ({ charges }: RecordTables): AcquirerOperations["callTimes"] =>
  (since) =>
    sql`
  SELECT extract(epoch FROM sale_ended_at - sale_sent_at)::float8 AS first_seconds,
    extract(epoch FROM payment_ended_at - payment_sent_at)::float8 AS payment_seconds, payment_sent_at
  FROM ${charges} WHERE attempt_id >= ${firstUlidAt(since)}`;
