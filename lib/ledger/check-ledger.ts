import { findBalanceDifferences, findUnbalancedJournals } from "./store";

/** Reckons every balance anew from the lines. Both lists are empty, unless somebody went around the triggers. */
export async function checkLedger() {
  const [differences, unbalanced] = await Promise.all([findBalanceDifferences(), findUnbalancedJournals()]);
  return { differences, unbalanced };
}
