import { LaunchError } from "@/launch/processes";
import { commandLine } from "@/lib/kit/commands";
import { type Command, type Options, type Subcommand, UsageError } from "./subcommand";

/** The operator's commands by name. A command is loaded only when it runs or prints its help. */
export type CommandLoaders = Record<string, () => Promise<Command>>;

type Request =
  | { kind: "help"; text: string }
  | { kind: "run"; run: () => Promise<void>; changesNothing: boolean; needsNoDatabase: boolean };

const helpWords = ["--help", "-h"];

/** Runs the command that the command line names. */
export async function runTw(words: string[], loaders: CommandLoaders): Promise<void> {
  try {
    const request = await readRequest(words, loaders);
    if (request.kind === "help") return console.log(request.text);
    const { runOnDatabase, runWithoutDatabase } = await import("@/launch/operator-command");
    await (request.needsNoDatabase ? runWithoutDatabase(request.run) : runOnDatabase(request.run, request));
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Finds the subcommand and checks its arguments. Needs neither the configuration nor a database. */
export async function readRequest(words: string[], loaders: CommandLoaders): Promise<Request> {
  const [name = "", verb = "", ...rest] = words;
  if (!name || helpWords.includes(name)) return { kind: "help", text: await helpOfAll(loaders) };
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (!load) throw new UsageError(withUsage(`Unknown command '${name}'.`, await helpOfAll(loaders)));
  const command = await load();
  if ([verb, ...rest].some((word) => helpWords.includes(word))) return { kind: "help", text: helpOf(command) };
  const subcommand = Object.hasOwn(command.subcommands, verb) ? command.subcommands[verb] : undefined;
  if (!subcommand) throw new UsageError(withUsage(verb && `Unknown subcommand '${verb}'.`, helpOf(command)));
  try {
    const { changesNothing, needsNoDatabase } = subcommand;
    return { kind: "run", run: subcommand.bind(rest), changesNothing, needsNoDatabase };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(withUsage(error.message, helpOf(command)));
  }
}

const withUsage = (problem: string, usage: string) => (problem ? `${problem}\n\n${usage}` : usage);

async function helpOfAll(loaders: CommandLoaders): Promise<string> {
  const commands = await Promise.all(Object.values(loaders).map((load) => load()));
  const rows = commands.map(({ name, summary }): Row => [name, summary]);
  return [
    `Usage: ${commandLine("tw", "<command>", "<subcommand>", "[options]")}`,
    "",
    "Commands:",
    ...columns(rows, 2),
    "",
    `${commandLine("tw", "<command>", "--help")} lists the subcommands of a command.`,
  ].join("\n");
}

function helpOf({ name, summary, subcommands, notes }: Command): string {
  return [
    `Usage: ${commandLine("tw", name, "<subcommand>", "[options]")}`,
    "",
    summary,
    "",
    "Subcommands:",
    ...Object.entries(subcommands).flatMap(([verb, subcommand]) => subcommandHelp(verb, subcommand)),
    ...(notes ? ["", notes] : []),
  ].join("\n");
}

function subcommandHelp(verb: string, { arguments: args, options, help }: Subcommand): string[] {
  const words = Object.values(args).map(({ label, isOptional }) => (isOptional ? `[${label}]` : `<${label}>`));
  return [`  ${[verb, ...words].join(" ")}`, `      ${help}`, ...columns(optionRows(options), 6)];
}

type Row = [name: string, text: string];

function optionRows(options: Options): Row[] {
  return Object.entries(options).map(([name, { value, help, isRequired, default: fallback }]) => {
    const remark = isRequired ? " (required)" : fallback ? ` (default: ${fallback})` : "";
    return [value ? `--${name} <${value}>` : `--${name}`, `${help}${remark}`];
  });
}

function columns(rows: Row[], indent: number): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `${" ".repeat(indent)}${name.padEnd(width)}  ${text}`);
}
