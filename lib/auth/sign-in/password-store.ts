import { query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";

/** The hashes of the last four passwords of a member. The account holder has the account number as member id. */
export async function findLastHashes(memberId: string): Promise<string[]> {
  const [row] = await query<{ hashes: string[] }>(sql`
    SELECT password_hash || former_passwords AS hashes FROM account WHERE account_number = ${memberId}
    UNION ALL
    SELECT password_hash || former_passwords FROM member WHERE id = ${memberId} AND password_hash IS NOT NULL`);
  return row?.hashes ?? [];
}
