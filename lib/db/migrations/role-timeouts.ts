import pg from "pg";
import { sessionTimeouts } from "../connection";
import { openClient } from "../servers";

const insufficientPrivilege = "42501";

/**
 * Stores the time limits of sessions with the role of the product, for this database only, because a pooler refuses
 * them as parameters of a connection. Returns the statements that a superuser must run, if the own role may not.
 */
export async function storeTimeouts(directUrl: string, role: string): Promise<string[]> {
  const client = await openClient(directUrl);
  const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
  const change = `ALTER ROLE ${pg.escapeIdentifier(role)} IN DATABASE ${pg.escapeIdentifier(rows[0]?.name ?? "")}`;
  const statements = Object.entries(sessionTimeouts()).map(([name, ms]) => `${change} SET ${name} = ${ms};`);
  try {
    await client.query(statements.join("\n"));
    return [];
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== insufficientPrivilege) throw error;
    return statements;
  } finally {
    await client.end();
  }
}
