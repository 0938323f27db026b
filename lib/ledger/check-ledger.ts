import { findBalanceDifferences, findUnbalancedJournals } from "./store";

/** Recomputes every balance from the ledger lines. Both lists are empty unless the triggers were bypassed. */
export async function checkLedger() {
  const [differences, unbalanced] = await Promise.all([findBalanceDifferences(), findUnbalancedJournals()]);
  return { differences, unbalanced };
}
