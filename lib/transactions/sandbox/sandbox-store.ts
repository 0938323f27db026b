import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Owner } from "@/lib/http/message/caller";
import type { Simulation } from "@/lib/reference/simulation";
import type { RefundRow } from "@/lib/transactions/history/store";

/** Locks a transaction's open refund and makes it due now. Returns its status, or null if none is open. */
export async function hastenRefund({ accountNumber, environment }: Owner, transactionId: string) {
  const [refund] = await query<{ status: RefundRow["status"] }>(sql`
    UPDATE refund r SET due_at = session_time(s.clock_offset_ms, s.clock_stopped_at)
    FROM checkout_session s
    WHERE s.id = r.session_id AND s.transaction_id = ${transactionId} AND s.account_number = ${accountNumber}
      AND s.environment = ${environment} AND r.ended_at IS NULL
    RETURNING r.status`);
  return refund?.status ?? null;
}

export async function chooseRefunds(sessionId: string, behaviour: Simulation["refund"]): Promise<void> {
  await query(sql`
    UPDATE checkout_session SET simulation = coalesce(simulation, '{}') || jsonb_build_object('refund', ${behaviour}::text)
    WHERE id = ${sessionId}`);
}
