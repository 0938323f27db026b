import { afterEach, expect, it, vi } from "vitest";
import { commandLine } from "./commands";

afterEach(() => vi.unstubAllEnvs());

const shown = () => [
  commandLine("tw", "<command>", "--help"),
  commandLine("acquirers", "add"),
  commandLine("doctor", "check"),
  commandLine("migrate"),
  commandLine("migrate", "--anyway"),
];

it("names npm's scripts in the repository", () => {
  vi.stubEnv("OPERATOR_COMMAND", "");
  expect(shown()).toEqual([
    "npm run tw -- <command> --help",
    "npm run acquirers -- add",
    "npm run doctor -- check",
    "npm run migrate",
    "npm run migrate -- --anyway",
  ]);
});

it("names the operator's own command where OPERATOR_COMMAND is set", () => {
  vi.stubEnv("OPERATOR_COMMAND", "tw");
  expect(shown()).toEqual([
    "tw <command> --help",
    "tw acquirers add",
    "tw doctor check",
    "migrate.js",
    "migrate.js --anyway",
  ]);
});
