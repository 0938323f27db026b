import { openSync, readSync, statSync } from "node:fs";
import pg from "pg";
import type { Product } from "./product";
import { sleep } from "./rounds";

/** Counts SQL statements in the log of PostgreSQL. The statements of triggers and foreign keys are not logged. */
const ownName = "bench";
/**
 * PostgreSQL logs a prepared statement once, when it executes: "execute <name>: …". Further lines of a statement begin
 * with a tab.
 */
const entry = /^(?<application>[^|\n]*)\|LOG: {2}(?:statement|execute [^:\n]+): (?<text>.*(?:\n\t.*)*)$/gm;

const settings = {
  log_statement: "'all'",
  log_line_prefix: "'%a|'",
  // The values of parameters do not belong into a log.
  log_parameter_max_length: "0",
};

/** Runs `work` while PostgreSQL logs every statement, and returns the statements, each on one line. */
export function collectStatements({ databaseUrl, databaseLog }: Product, work: () => Promise<void>): Promise<string[]> {
  return withSettings(databaseUrl, settings, async () => {
    const from = statSync(databaseLog).size;
    await work();
    return statementsIn(readFrom(databaseLog, from));
  });
}

function readFrom(file: string, offset: number): string {
  const text = Buffer.alloc(statSync(file).size - offset);
  readSync(openSync(file, "r"), text, { position: offset });
  return text.toString("utf8");
}

function statementsIn(log: string): string[] {
  return [...log.matchAll(entry)]
    .filter(({ groups }) => groups?.application !== ownName)
    .map(({ groups }) => (groups?.text ?? "").replaceAll(/\s+/g, " ").trim());
}

/** Runs `work` while PostgreSQL has other settings. */
export async function withSettings<Result>(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: ownName });
  await client.connect();
  try {
    for (const [name, value] of Object.entries(settings)) await client.query(`ALTER SYSTEM SET ${name} = ${value}`);
    await reload(client);
    return await work();
  } finally {
    await client.query("ALTER SYSTEM RESET ALL");
    await reload(client);
    await client.end();
  }
}

/** A server process reads the changed settings before its next statement, once it got the signal. */
async function reload(client: pg.Client): Promise<void> {
  await client.query("SELECT pg_reload_conf()");
  await sleep(500);
}
