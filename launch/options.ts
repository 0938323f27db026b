import { type ParseArgsConfig, parseArgs } from "node:util";
import { parseUrl } from "@/lib/kit/urls";
import { LaunchError } from "./processes";

/** Parses the options of a script. A wrong one is refused with the usage. */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new LaunchError(`${(error as Error).message}\n\n${usage}`);
  }
}

export function readAddress(option: string, text: string): URL {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) throw new LaunchError(`--${option} must be an http or https address.`);
  return url;
}

/** The origin that `--api` names, with or without the path of the API. */
export const readOrigin = (api: string): string => readAddress("api", api).href.replace(/(\/api)?\/*$/, "");
