import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { readRequest, runTw } from "./frame";
import { type Command, filePath, oneOf, subcommand } from "./subcommand";

const ran = vi.fn();
const colour = oneOf(["RED", "blue"]);

const boats: Command = {
  name: "boats",
  summary: "Look after the boats.",
  subcommands: {
    paint: subcommand({
      help: "Paint a boat.",
      arguments: { boat: { label: "boat" }, coats: { label: "coats", isOptional: true } },
      options: {
        colour: { value: "name", isRequired: true, read: colour, help: "The colour." },
        brush: { value: "size", default: "wide", help: "The brush." },
        helper: { value: "name", isRepeatable: true, help: "A helper." },
        wet: { help: "Paint in the rain." },
      },
      run: async (args, options) => ran(args, options),
    }),
    list: subcommand({ help: "List the boats.", changesNothing: true, run: async () => ran() }),
  },
  notes: "Boats are painted once a year.",
};
const loadCars = vi.fn<() => Promise<Command>>(async () => ({ name: "cars", summary: "Cars.", subcommands: {} }));
const read = (...words: string[]) => readRequest(words, { boats: async () => boats, cars: loadCars });

describe("the frame of the operator's commands", () => {
  it("passes arguments, options and defaults to the subcommand", async () => {
    const request = await read("boats", "paint", "Anna", "--colour", "red", "--helper", "Sam", "--helper", "Ann");
    if (request.kind !== "run") throw new Error("expected a request to run");
    await request.run();
    expect(ran).toHaveBeenLastCalledWith(
      { boat: "Anna", coats: undefined },
      { colour: "RED", brush: "wide", helper: ["Sam", "Ann"], wet: false },
    );
    expect(request.changesNothing).toBe(false);
    expect(await read("boats", "list")).toMatchObject({ kind: "run", changesNothing: true });
  });

  it("loads only the command that the words name", async () => {
    loadCars.mockClear();
    await read("boats", "list");
    expect(loadCars).not.toHaveBeenCalled();
  });

  it.each([
    ["an unknown command", ["ships"], "Unknown command 'ships'.\n\nUsage: npm run tw -- <command>"],
    ["the name of a property of every object", ["toString"], "Unknown command 'toString'.\n\nUsage: "],
    ["an unknown subcommand", ["boats", "sink"], "Unknown subcommand 'sink'.\n\nUsage: npm run tw -- boats"],
    ["no subcommand", ["boats"], "Usage: npm run tw -- boats"],
    ["an unknown option", ["boats", "list", "--all"], "Unknown option '--all'"],
    ["an option of another subcommand", ["boats", "list", "--wet"], "Unknown option '--wet'"],
    [
      "an option without its value",
      ["boats", "paint", "Anna", "--colour"],
      "Option '--colour <value>' argument missing",
    ],
    ["a missing argument", ["boats", "paint", "--colour", "red"], "The boat is missing.\n\nUsage: npm run tw -- boats"],
    ["a blank argument", ["boats", "paint", " ", "--colour", "red"], "The boat is missing."],
    ["a missing option", ["boats", "paint", "Anna"], "--colour is missing.\n\nUsage: npm run tw -- boats"],
    ["a surplus argument", ["boats", "list", "Anna"], "Unexpected argument 'Anna'.\n\nUsage: npm run tw -- boats"],
  ])("refuses %s and prints the usage", async (_what, words, message) => {
    const refusal: Error = await read(...words).then(
      () => new Error("not refused"),
      (error) => error,
    );
    expect(refusal.message).toContain("Usage: npm run tw -- ");
    expect(refusal.message.startsWith(message)).toBe(true);
  });

  it("refuses a wrong value with one sentence", async () => {
    const sentence = /^--colour must be one of RED, blue\.$/;
    await expect(read("boats", "paint", "Anna", "--colour", "green")).rejects.toThrow(sentence);
  });

  it("prints the help of all commands", async () => {
    const help = { kind: "help", text: expect.stringContaining("  boats  Look after the boats.\n  cars   Cars.") };
    expect(await read("--help")).toEqual(help);
    expect(await read("-h")).toEqual(help);
    expect(await read()).toEqual(help);
  });

  it("prints the help of one command", async () => {
    const text = `Usage: npm run tw -- boats <subcommand> [options]

Look after the boats.

Subcommands:
  paint <boat> [coats]
      Paint a boat.
      --colour <name>  The colour. (required)
      --brush <size>   The brush. (default: wide)
      --helper <name>  A helper.
      --wet            Paint in the rain.
  list
      List the boats.

Boats are painted once a year.`;
    expect(await read("boats", "--help")).toEqual({ kind: "help", text });
    expect(await read("boats", "paint", "--help")).toEqual({ kind: "help", text });
  });

  it("prints help with exit code 0, and a usage error on standard error with exit code 1", async () => {
    const [out, err] = [vi.spyOn(console, "log"), vi.spyOn(console, "error")];
    for (const spy of [out, err]) spy.mockReturnValue();
    const exitCode = process.exitCode;
    await runTw(["--help"], { boats: async () => boats });
    expect([out.mock.calls.length, err.mock.calls.length, process.exitCode]).toEqual([1, 0, exitCode]);
    await runTw(["ships"], { boats: async () => boats });
    expect([out.mock.calls.length, err.mock.calls.length, process.exitCode]).toEqual([1, 1, 1]);
    process.exitCode = exitCode;
    vi.restoreAllMocks();
  });
});

describe("package.json", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

  it.each(["accounts", "acquirers", "audit", "chargebacks", "keys", "ledger", "secrets", "vault", "withdrawals"])(
    "keeps npm run %s as an alias of the same command of npm run tw",
    (name) => {
      const withoutLimit = (script = "") => script.replace("ulimit -c 0; ", "");
      expect(withoutLimit(scripts[name])).toBe(`${withoutLimit(scripts.tw)} ${name}`);
    },
  );

  it.each(["tw", "acquirers", "secrets", "vault"])("forbids core dumps of npm run %s, which opens secrets", (name) => {
    expect(scripts[name]).toMatch(/^ulimit -c 0; /);
  });
});

it("resolves a path from the folder where the operator typed the command", () => {
  vi.stubEnv("INIT_CWD", "/home/operator");
  expect(filePath("files/bank.csv", "file")).toBe("/home/operator/files/bank.csv");
  expect(filePath("/tmp/bank.csv", "file")).toBe("/tmp/bank.csv");
  vi.unstubAllEnvs();
});
