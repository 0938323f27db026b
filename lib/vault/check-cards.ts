import { openCard, VaultError } from "./envelope";
import { cardKeys } from "./keys";
import { findSealedCards } from "./store";

const batchSize = 500;

/** Decrypts every stored card number. `unreadable` contains the reason for each number that cannot be decrypted. */
export async function checkCards(): Promise<{ readable: number; unreadable: string[] }> {
  const unreadable: string[] = [];
  let readable = 0;
  for (let after = ""; ; ) {
    const rows = await findSealedCards({ after, limit: batchSize });
    for (const row of rows) {
      try {
        openCard(row, row, cardKeys());
        readable++;
      } catch (error) {
        if (!(error instanceof VaultError)) throw error;
        unreadable.push(error.message);
      }
    }
    after = rows.at(-1)?.id ?? "";
    if (rows.length < batchSize) return { readable, unreadable };
  }
}
