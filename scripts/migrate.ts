import { command } from "@/launch/command";
import { migrateDatabase, migrationUrl } from "@/launch/database";
import { LaunchError } from "@/launch/processes";
import { now } from "@/lib/kit/clock";
import { commandLine } from "@/lib/kit/commands";

/**
 * npm run migrate                     applies the migrations
 * npm run migrate -- --anyway         the same, also while processes of too old a release use the database
 * npm run migrate -- create add_cards writes a migration from the changes of the schema
 */
const anyway = "--anyway";

await command(async ({ args: [verb, name] }) => {
  if (name) {
    // Imported only here, because the schema engine is a development dependency and is missing in production.
    const { writeMigration } = await import("@/lib/db/migrations/create-migration");
    const folder = await writeMigration(await migrationUrl(), name, now());
    console.log(folder ? `Written: ${folder}` : "The migrations and the schema agree already.");
    return;
  }
  const { applied, notes } = await migrateDatabase(verb === anyway ? "may fail" : "refuse");
  console.log(applied.length > 0 ? `Applied: ${applied.join(", ")}` : "Nothing to apply.");
  for (const note of notes) console.log(note);
}, refuseUnknown);

function refuseUnknown([verb, name = ""]: string[]): void {
  if (verb === undefined || verb === anyway || (verb === "create" && /^\w+$/.test(name))) return;
  const [plain, forced, create] = [[], [anyway], ["create", "<name>"]].map((words) => commandLine("migrate", ...words));
  throw new LaunchError(`Say «${plain}», «${forced}» or «${create}».`);
}
