import pg from "pg";

/**
 * The rights of the role of the programs, if the migrations use another role. Only the owner of a table can drop or
 * disable its triggers, so the rules of the database hold even if a program is taken over.
 */
const usualRights = { tables: "SELECT, INSERT, UPDATE, DELETE", sequences: "USAGE, SELECT" };

/** Tables that only grow. Their triggers refuse changes, and the programs also lack the right. */
export const appendOnlyTables: readonly string[] = ["audit_entry", "ledger_journal", "ledger_line"];

const otherRights: Readonly<Record<string, string>> = {
  _prisma_migrations: "SELECT",
  ...Object.fromEntries(appendOnlyTables.map((table) => [table, "SELECT, INSERT"])),
  // The retention sweep locks the rows that it deletes, which needs the right to update a column. The trigger refuses
  // every update, and a deletion before the period has ended.
  session_event: "SELECT, INSERT, DELETE, UPDATE (id)",
  // A busy worker sets it.
  worker_awake_until: "USAGE, SELECT, UPDATE",
};

const readRole = `
  SELECT current_schema() AS schema, current_database() AS database,
    EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS "exists"`;
type Place = { schema: string; database: string; exists: boolean };

const listRelations = `
  SELECT c.relname AS name, c.relkind = 'S' AS "isSequence", pg_has_role($1, c.relowner, 'MEMBER') AS "isOwned"
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'S') ORDER BY c.relname`;
type Relation = { name: string; isSequence: boolean; isOwned: boolean };

const quote = pg.escapeIdentifier;

/**
 * Lets the role use tables that the migrations create. A trigger of the new schema may write to a new table while the
 * previous release serves, so the rights must not wait for the end of the migrations.
 */
export async function grantFutureRights(client: pg.Client, role: string): Promise<void> {
  const place = await findPlace(client, role);
  if (!place.exists) return;
  const change = `ALTER DEFAULT PRIVILEGES IN SCHEMA ${quote(place.schema)}`;
  const grants = Object.entries(usualRights).map(([kind, rights]) => `GRANT ${rights} ON ${kind} TO ${quote(role)}`);
  await client.query(grants.map((grant) => `${change} ${grant}`).join("; "));
}

/** Grants the role exactly what the programs need, in one transaction. Returns a line for the operator. */
export async function grantRights(client: pg.Client, role: string): Promise<string> {
  const place = await findPlace(client, role);
  if (!place.exists) return `The role ${role} of DATABASE_URL does not exist in PostgreSQL, so it got no rights.`;
  const { rows: relations } = await client.query<Relation>(listRelations, [role]);
  const others = relations.filter(({ isOwned }) => !isOwned);
  await client.query(
    ["BEGIN", ...limitsOf(place), ...others.flatMap((found) => rightsOn(found, role)), "COMMIT"].join("; "),
  );
  return others.length < relations.length
    ? `The role ${role} of DATABASE_URL is a superuser or owns tables, so the programs could drop their triggers: docs/operations.md, «Roles».`
    : `The role ${role} has the rights of the programs: it can change neither the schema nor the append-only tables.`;
}

async function findPlace(client: pg.Client, role: string): Promise<Place> {
  const { rows } = await client.query<Place>(readRole, [role]);
  if (!rows[0]?.schema) throw new Error("The search_path names no schema that exists.");
  return rows[0];
}

/** Triggers look tables up by name. They would find a temporary table, or one of another schema, first. */
const limitsOf = ({ schema, database }: Place): string[] => [
  `REVOKE TEMPORARY ON DATABASE ${quote(database)} FROM PUBLIC`,
  `REVOKE CREATE ON SCHEMA ${quote(schema)} FROM PUBLIC`,
];

function rightsOn({ name, isSequence }: Relation, role: string): string[] {
  const rights = otherRights[name] ?? (isSequence ? usualRights.sequences : usualRights.tables);
  const target = `${isSequence ? "SEQUENCE" : "TABLE"} ${quote(name)}`;
  return [`REVOKE ALL ON ${target} FROM ${quote(role)}`, `GRANT ${rights} ON ${target} TO ${quote(role)}`];
}
