import { afterEach, expect, it, vi } from "vitest";
import { commandLine } from "./commands";

afterEach(() => vi.unstubAllEnvs());

/** The words of a command, as it is typed in the repository, and where OPERATOR_COMMAND is `tw`. */
const commands: [words: [string, ...string[]], inRepository: string, asTw: string][] = [
  [["tw", "<command>", "--help"], "npm run tw -- <command> --help", "tw <command> --help"],
  [["acquirers", "add"], "npm run acquirers -- add", "tw acquirers add"],
  [["doctor", "check"], "npm run doctor -- check", "tw doctor check"],
  [["migrate"], "npm run migrate", "migrate.js"],
  [["migrate", "--anyway"], "npm run migrate -- --anyway", "migrate.js --anyway"],
];

it.each(commands)(
  "names %j as npm's script, or as the operator's own command where one is set",
  (words, script, own) => {
    vi.stubEnv("OPERATOR_COMMAND", "");
    expect(commandLine(...words)).toBe(script);
    vi.stubEnv("OPERATOR_COMMAND", "tw");
    expect(commandLine(...words)).toBe(own);
  },
);
