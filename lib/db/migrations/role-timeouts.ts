import pg from "pg";
import { log } from "@/lib/kit/log";
import { query } from "../client";
import { sessionTimeouts } from "../connection";
import { openClient } from "../servers";
import { sql } from "../sql";

/** Statements that a superuser must run, and why the own role could not. */
type Refusal = { statements: string[]; reason: string };

/**
 * Stores the time limits of sessions with the role of the product, for this database only, because a pooler refuses
 * them as parameters of a connection. Returns advice if PostgreSQL refuses, because the migrations have succeeded.
 */
export async function storeTimeouts(directUrl: string, role: string): Promise<Refusal | null> {
  const client = await openClient(directUrl, { connectionTimeoutMillis: 10_000 });
  const { rows } = await client.query<{ name: string }>("SELECT current_database() AS name");
  const change = `ALTER ROLE ${pg.escapeIdentifier(role)} IN DATABASE ${pg.escapeIdentifier(rows[0]?.name ?? "")}`;
  const statements = Object.entries(sessionTimeouts()).map(([name, ms]) => `${change} SET ${name} = ${ms};`);
  try {
    await client.query(statements.join("\n"));
    return null;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return { statements, reason: error.message };
  } finally {
    await client.end();
  }
}

/** Warns of a pooler whose sessions have no time limits, because a statement could then hold locks for hours. */
export async function warnWithoutTimeouts(): Promise<void> {
  const [session] = await query<{ limit: string }>(sql`SELECT current_setting('statement_timeout') AS limit`);
  if (session?.limit === "0") log.warn("statements have no time limit through the pooler: run «npm run migrate»");
}
