import pg from "pg";
import { commandLine } from "@/lib/kit/commands";
import { log } from "@/lib/kit/log";
import { query } from "../client";
import { sessionTimeouts } from "../connection";
import { openClient } from "../servers";
import { sql } from "../sql";

/** The settings that were stored now, or the statements that a superuser must run, and why the own role could not. */
type Outcome = { stored: string[] } | { statements: string[]; reason: string };

const readSettings = `
  SELECT current_database() AS database, coalesce(
    (SELECT setconfig FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole JOIN pg_database d ON d.oid = s.setdatabase
     WHERE r.rolname = $1 AND d.datname = current_database()), '{}') AS settings`;
type Settings = { database: string; settings: string[] };

/**
 * Stores the time limits of sessions with the role of the product, for this database only, because a pooler refuses
 * them as parameters of a connection. Limits that are there already are left alone. Returns advice if PostgreSQL
 * refuses, because the migrations have succeeded.
 */
export async function storeTimeouts(directUrl: string, role: string): Promise<Outcome> {
  const client = await openClient(directUrl, { connectionTimeoutMillis: 10_000 });
  try {
    const { rows } = await client.query<Settings>(readSettings, [role]);
    const { database = "", settings = [] } = rows[0] ?? {};
    const limits = Object.entries(sessionTimeouts());
    if (limits.every(([name, ms]) => settings.includes(`${name}=${ms}`))) return { stored: [] };
    const change = `ALTER ROLE ${pg.escapeIdentifier(role)} IN DATABASE ${pg.escapeIdentifier(database)}`;
    const stored = limits.map(([name, ms]) => `${name} = ${ms}`);
    const statements = stored.map((setting) => `${change} SET ${setting};`);
    try {
      await client.query(statements.join("\n"));
      return { stored };
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      return { statements, reason: error.message };
    }
  } finally {
    await client.end();
  }
}

/** Warns of a pooler whose sessions have no time limits, because a statement could then hold locks for hours. */
export async function warnWithoutTimeouts(): Promise<void> {
  const [session] = await query<{ limit: string }>(sql`SELECT current_setting('statement_timeout') AS limit`);
  if (session?.limit !== "0") return;
  log.warn(`statements have no time limit through the pooler: run «${commandLine("migrate")}»`);
}
