import { query } from "@/lib/db/client";
import type { Owner } from "@/lib/http/route/caller";
import type { Simulation } from "@/lib/reference/simulation";
import type { RefundRow } from "@/lib/transactions/history/store";

/** Makes a transaction's open refund due, and locks it. Tells how far it has come, where there is one. */
export async function hastenRefund({ accountNumber, environment }: Owner, transactionId: string) {
  const [refund] = await query<{ status: RefundRow["status"] }>(
    "hasten-refund",
    `UPDATE refund r SET due_at = session_time(s.clock_offset_ms, s.clock_stopped_at)
     FROM checkout_session s
     WHERE s.id = r.session_id AND s.transaction_id = $1 AND s.account_number = $2 AND s.environment = $3::environment
       AND r.ended_at IS NULL
     RETURNING r.status::text`,
    [transactionId, accountNumber, environment],
  );
  return refund?.status ?? null;
}

export async function chooseRefunds(sessionId: string, behaviour: Simulation["refund"]): Promise<void> {
  await query(
    "choose-refunds",
    `UPDATE checkout_session SET simulation = coalesce(simulation, '{}') || jsonb_build_object('refund', $2::text)
     WHERE id = $1`,
    [sessionId, behaviour],
  );
}
