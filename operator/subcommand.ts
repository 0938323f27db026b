import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { LaunchError } from "@/launch/processes";
import { rawEnv } from "@/lib/kit/env";
import { currencies } from "@/lib/reference/currencies";
import { platformCodes } from "@/lib/reference/platforms";

/** An unknown, missing or surplus argument on the command line. The usage is printed with this error. */
export class UsageError extends LaunchError {
  override name = "UsageError";
}

/** Parses an argument of the command line. On failure, throws a `LaunchError` whose message begins with `label`. */
export type Reader<Value> = (text: string, label: string) => Value;

type Argument = { label: string; isOptional?: true; read?: Reader<unknown> };
type Option = {
  /** The placeholder for the option's value in the usage text. An option without a placeholder is a flag. */
  value?: string;
  isRequired?: true;
  isRepeatable?: true;
  default?: string;
  read?: Reader<unknown>;
  help: string;
};
export type Arguments = Record<string, Argument>;
export type Options = Record<string, Option>;

type Read<Spec> = Spec extends { read: Reader<infer Value> } ? Value : string;
type ArgumentValues<Specs> = {
  [Name in keyof Specs]: Specs[Name] extends { isOptional: true } ? Read<Specs[Name]> | undefined : Read<Specs[Name]>;
};
type OptionValue<Spec> = Spec extends { value: string }
  ? Spec extends { isRepeatable: true }
    ? Read<Spec>[]
    : Spec extends { isRequired: true } | { default: string }
      ? Read<Spec>
      : Read<Spec> | undefined
  : boolean;
export type OptionValues<Specs> = { [Name in keyof Specs]: OptionValue<Specs[Name]> };

type Declaration<Args, Opts> = {
  help: string;
  /** The positional arguments, in this order. */
  arguments?: Args;
  options?: Opts;
  /** The subcommand does not write to the database. It does not even register a new APP_SECRET. */
  changesNothing?: true;
  /** The subcommand opens the database itself, if it can. */
  needsNoDatabase?: true;
  run(args: ArgumentValues<Args>, options: OptionValues<Opts>): Promise<void>;
};

export type Subcommand = {
  help: string;
  arguments: Arguments;
  options: Options;
  changesNothing: boolean;
  needsNoDatabase: boolean;
  /** Checks the arguments after the subcommand's name. Returns a function that runs the subcommand with them. */
  bind(words: string[]): () => Promise<void>;
};

export type Command = {
  name: string;
  summary: string;
  subcommands: Record<string, Subcommand>;
  /** Additional help text, printed below the list of subcommands. */
  notes?: string;
};

// biome-ignore lint/complexity/noBannedTypes: a subcommand without arguments or options has values without keys.
type None = {};

export function subcommand<const Args extends Arguments = None, const Opts extends Options = None>(
  declaration: Declaration<Args, Opts>,
): Subcommand {
  const { help, changesNothing = false, needsNoDatabase = false } = declaration;
  const specs: { arguments: Arguments; options: Options } = {
    arguments: declaration.arguments ?? {},
    options: declaration.options ?? {},
  };
  return {
    help,
    ...specs,
    changesNothing,
    needsNoDatabase,
    bind(words) {
      const { values, positionals } = parseWords(words, specs.options);
      const args = readArguments(specs.arguments, positionals) as ArgumentValues<Args>;
      const options = readOptions(specs.options, values) as OptionValues<Opts>;
      return () => declaration.run(args, options);
    },
  };
}

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

function parseWords(args: string[], options: Options): { values: Values; positionals: string[] } {
  const config = Object.entries(options).map(([name, { value, isRepeatable = false }]) => [
    name,
    { type: value ? ("string" as const) : ("boolean" as const), multiple: isRepeatable },
  ]);
  try {
    return parseArgs({ args, allowPositionals: true, options: Object.fromEntries(config) });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readArguments(specs: Arguments, positionals: string[]): Record<string, unknown> {
  const entries = Object.entries(specs);
  const surplus = positionals[entries.length];
  if (surplus !== undefined) throw new UsageError(`Unexpected argument '${surplus}'.`);
  return Object.fromEntries(
    entries.map(([name, { label, isOptional, read = trimmed }], index) => {
      const text = positionals[index];
      if (text?.trim()) return [name, read(text, `The ${label}`)];
      if (isOptional) return [name, undefined];
      throw new UsageError(`The ${label} is missing.`);
    }),
  );
}

function readOptions(specs: Options, values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, readOption(name, spec, values[name])]));
}

function readOption(name: string, spec: Option, given: Values[string]): unknown {
  const label = `--${name}`;
  const { read = trimmed } = spec;
  if (!spec.value) return given === true;
  if (spec.isRepeatable) return [given ?? []].flat().map((text) => read(String(text), label));
  const text = typeof given === "string" ? given : spec.default;
  if (spec.isRequired && !text?.trim()) throw new UsageError(`${label} is missing.`);
  return text === undefined ? undefined : read(text, label);
}

/** How arguments without a reader of their own are read. */
const trimmed: Reader<string> = (text) => text.trim();

/**
 * Resolves a path from the folder where the operator typed the command, because npm and the package change the current
 * folder.
 */
export const filePath: Reader<string> = (text) => resolve(rawEnv().INIT_CWD ?? "", text);

/** Returns a parser that accepts only the given values, in upper or lower case. */
export function oneOf<Value extends string>(values: readonly Value[]): Reader<Value> {
  return (text, label) => {
    const known = values.find((value) => value.toLowerCase() === text.trim().toLowerCase());
    if (!known) throw new LaunchError(`${label} must be one of ${values.join(", ")}.`);
    return known;
  };
}

export const platform = oneOf(platformCodes);
export const currency = oneOf(currencies);
