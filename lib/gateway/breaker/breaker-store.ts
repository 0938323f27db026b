import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import { second } from "@/lib/kit/clock";

/** The circuit breaker of a gateway, as all processes share it. */
export type BreakerState = { isOpen: boolean; failures: number; closings: number };

const untouched: BreakerState = { isOpen: false, failures: 0, closings: 0 };

/** Short, because calls to the gateway wait for these statements. */
const limitMs = 2 * second;

export async function findBreaker(baseAddress: string): Promise<BreakerState> {
  const [row] = await query<BreakerState>(
    sql`SELECT opened_at IS NOT NULL AS is_open, failures, closings FROM gateway_breaker
      WHERE base_address = ${baseAddress}`,
    limitMs,
  );
  return row ?? untouched;
}

/**
 * Counts an unanswered call. Counts nothing if the breaker is open, or has closed since the call began, when it had
 * closed `closings` times. Returns whether this call opened the breaker, as the one that reached `failuresMax`.
 */
export async function countUnanswered(
  baseAddress: string,
  { closings, failuresMax }: { closings: number; failuresMax: number },
): Promise<boolean> {
  const [row] = await query<{ isOpen: boolean }>(
    sql`INSERT INTO gateway_breaker AS b (base_address, failures) VALUES (${baseAddress}, 1)
      ON CONFLICT (base_address) DO UPDATE SET failures = b.failures + 1,
        opened_at = CASE WHEN b.failures + 1 >= ${failuresMax} THEN now() END
      WHERE b.opened_at IS NULL AND b.closings = ${closings}
      RETURNING opened_at IS NOT NULL AS is_open`,
    limitMs,
  );
  return row?.isOpen ?? false;
}

export async function resetFailures(baseAddress: string): Promise<void> {
  await query(
    sql`UPDATE gateway_breaker SET failures = 0
      WHERE base_address = ${baseAddress} AND failures > 0 AND opened_at IS NULL`,
    limitMs,
  );
}

/** Returns false if the breaker was open already. */
export async function openBreaker(baseAddress: string): Promise<boolean> {
  const rows = await query(
    sql`INSERT INTO gateway_breaker AS b (base_address, opened_at) VALUES (${baseAddress}, now())
      ON CONFLICT (base_address) DO UPDATE SET opened_at = excluded.opened_at WHERE b.opened_at IS NULL
      RETURNING base_address`,
    limitMs,
  );
  return rows.length > 0;
}

/** Returns false if the breaker was closed already. */
export async function closeBreaker(baseAddress: string): Promise<boolean> {
  const rows = await query(
    sql`UPDATE gateway_breaker SET opened_at = NULL, failures = 0, closings = closings + 1
      WHERE base_address = ${baseAddress} AND opened_at IS NOT NULL
      RETURNING base_address`,
    limitMs,
  );
  return rows.length > 0;
}
