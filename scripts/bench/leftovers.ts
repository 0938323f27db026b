import pg from "pg";

/**
 * Deletes the work that a part leaves for the worker: sessions that end three minutes later, and webhooks to receivers
 * that have stopped. Otherwise the worker does it in the middle of another part, which then measures that work, too.
 */
export async function deleteLeftovers(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  // A session and its timeline cannot be deleted otherwise.
  await client.query("SET session_replication_role = replica");
  await client.query(
    `DELETE FROM session_event USING checkout_session s WHERE session_id = s.id AND s.finalised_at IS NULL`,
  );
  await client.query("DELETE FROM checkout_session WHERE finalised_at IS NULL");
  await client.query("DELETE FROM webhook_delivery WHERE due_at IS NOT NULL");
  await client.end();
}
