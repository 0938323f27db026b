import { acquirerTables } from "@/lib/gateway/registry";
import { env } from "@/lib/kit/env";
import { administer } from "@/tests/support/http/product";

/** Deletes all charges, refunds and reports, and further tables, although they are books that the database protects. */
export async function emptyLiveBooks(...further: readonly string[]): Promise<void> {
  const own = ["chargeback", "refund", "platform_refund", "attempt", "checkout_session", "settlement_report"];
  const statements = [...acquirerTables, ...own, ...further].map((table) => `DELETE FROM ${table}`).join(";");
  await administer(env().DATABASE_URL ?? "", `SET session_replication_role = replica; ${statements}`);
}
