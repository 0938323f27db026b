import { rawEnv } from "./env";

/** Programs of the package that are no subcommand of the operator's. */
const ownPrograms: Readonly<Record<string, string>> = { migrate: "migrate.js" };

/**
 * A command for the operator, as it is typed on this machine: `npm run accounts -- show` in the repository, and
 * `tw accounts show` where `OPERATOR_COMMAND` is `tw`. It also works while the configuration is wrong.
 */
export function commandLine(name: string, ...words: readonly string[]): string {
  const operator = rawEnv().OPERATOR_COMMAND?.trim();
  if (!operator) return ["npm run", name, ...(words.length > 0 ? ["--", ...words] : [])].join(" ");
  const program = ownPrograms[name];
  return [...(program ? [program] : name === "tw" ? [operator] : [operator, name]), ...words].join(" ");
}
