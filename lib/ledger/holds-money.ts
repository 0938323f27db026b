import { lockBalances } from "./store";

/** Whether anything is available, held or owed in any environment. Locks the balances until the transaction ends. */
export async function holdsMoney(accountNumber: string): Promise<boolean> {
  const balances = await lockBalances(accountNumber);
  return balances.some(({ available, held, owed }) => available !== 0n || held !== 0n || owed !== 0n);
}
