import { findBalanceDifferences, findUnbalancedJournals } from "./store";

/**
 * Recomputes every balance from the ledger lines. `differences` and `unbalanced` are empty unless the database triggers
 * were bypassed.
 */
export async function checkLedger() {
  const [differences, unbalanced] = await Promise.all([findBalanceDifferences(), findUnbalancedJournals()]);
  return { differences, unbalanced };
}
