import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/**
 * Records a use of the network. Returns true if the account is known from other networks, but not from this one. Of
 * parallel requests from a new network only one gets true. To save writes, `last_used_at` changes only if it is before
 * `renewBefore`.
 */
export async function recordNetworkOf(
  accountNumber: string,
  network: string,
  at: Date,
  renewBefore: Date,
): Promise<boolean> {
  const [row] = await query<{ isNew: boolean }>(sql`
    WITH noted AS (
      INSERT INTO known_network AS k (account_number, network, last_used_at)
      VALUES (${accountNumber}, ${network}, ${at})
      ON CONFLICT (account_number, network) DO UPDATE SET last_used_at = excluded.last_used_at
      WHERE k.last_used_at < ${renewBefore} RETURNING xmax = 0 AS is_inserted)
    SELECT is_inserted AND EXISTS (
      SELECT FROM known_network WHERE account_number = ${accountNumber} AND network <> ${network}) AS is_new
    FROM noted`);
  return row?.isNew ?? false;
}
