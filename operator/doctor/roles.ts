import { appendOnlyTables } from "@/lib/db/migrations/program-role";
import { commandLine } from "@/lib/kit/commands";
import { type Check, ok, warning } from "./checks";
import { onDatabase } from "./database";

type Role = { role: string; isSuperuser: boolean; isOwner: boolean; excess: string[] };

/**
 * A member of the owner's role can act as the owner. A role that may create roles can become one before PostgreSQL 16.
 */
const readRole = `
  SELECT current_user AS role, rolsuper OR rolcreaterole AS "isSuperuser",
    EXISTS (
      SELECT pg_database.datdba FROM pg_database WHERE datname = current_database() AND pg_has_role(datdba, 'MEMBER')
      UNION ALL SELECT relowner FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
      WHERE n.nspname = current_schema() AND relkind IN ('r', 'p') AND pg_has_role(relowner, 'MEMBER')) AS "isOwner",
    ARRAY(
      SELECT 'change ' || name FROM unnest($1::text[]) AS name
      WHERE has_table_privilege(name, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
      UNION ALL SELECT 'create tables' WHERE has_schema_privilege(current_schema(), 'CREATE')
      UNION ALL SELECT 'create temporary tables' WHERE has_database_privilege(current_database(), 'TEMPORARY')) AS excess
  FROM pg_roles WHERE rolname = current_user`;

const useTwo = "Let the programs use a role that owns nothing: docs/operations.md, «Roles».";

const checkRole = onDatabase(async (client, { env }) => {
  const { rows } = await client.query<Role>(readRole, [appendOnlyTables]);
  const { role = "", isSuperuser, isOwner, excess = [] } = rows[0] ?? {};
  const safe = ok(`The role ${role} can change neither the schema nor the append-only tables.`);
  if (!isSuperuser && !isOwner && excess.length === 0) return safe;
  if (env?.isProduction === false) return ok("The programs may use the owner of the tables in development.");
  if (isSuperuser) return warning(`The role ${role} is a superuser, or may create roles.`, useTwo);
  if (isOwner) return warning(`The role ${role} owns the tables, so the programs could drop their triggers.`, useTwo);
  return warning(
    `The role ${role} may ${excess.join(", ")}, which the programs do not need.`,
    `Run «${commandLine("migrate")}» with MIGRATE_DATABASE_URL, as the owner of the database.`,
  );
});

export const roleChecks: readonly Check[] = [{ name: "role", run: checkRole, needs: ["database", "migrations"] }];
