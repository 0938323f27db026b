import { lockBalances } from "./store";

/**
 * Whether the account has available, held or owed money in any environment. Locks the account's balances until the
 * transaction ends.
 */
export async function hasMoney(accountNumber: string): Promise<boolean> {
  const balances = await lockBalances(accountNumber);
  return balances.some(({ available, held, owed }) => available !== 0n || held !== 0n || owed !== 0n);
}
