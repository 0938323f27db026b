import { Readable } from "node:stream";
import { vi } from "vitest";
import { reportFailure } from "@/launch/command";
import { readRequest } from "@/operator/frame";
import type { Command } from "@/operator/subcommand";

export type CommandRun = { exitCode: number; output: string };

/** Runs operator commands in this process. `commands.launch.test.ts` runs one example of each as its own process. */
export function operatorCommands(...commands: Command[]) {
  const loaders = Object.fromEntries(commands.map((command) => [command.name, async () => command]));
  return {
    tw: (...words: string[]): Promise<CommandRun> => run(words, loaders, ""),
    twWithInput: (input: string, ...words: string[]): Promise<CommandRun> => run(words, loaders, input),
  };
}

async function run(words: string[], loaders: Parameters<typeof readRequest>[1], input: string): Promise<CommandRun> {
  const lines: string[] = [];
  const outputs = [vi.spyOn(console, "log"), vi.spyOn(console, "error")];
  for (const output of outputs) output.mockImplementation((line) => void lines.push(String(line)));
  const stdin = vi.spyOn(process, "stdin", "get").mockReturnValue(Readable.from([input]) as typeof process.stdin);
  const exitCodeBefore = process.exitCode;
  process.exitCode = 0;
  try {
    const request = await readRequest(words, loaders);
    if (request.kind === "run") await request.run();
  } catch (error) {
    reportFailure(error);
  }
  const exitCode = Number(process.exitCode);
  process.exitCode = exitCodeBefore;
  for (const spy of [...outputs, stdin]) spy.mockRestore();
  return { exitCode, output: `${lines.join("\n")}\n` };
}

export const refusedRun = (sentence: string): CommandRun => ({ exitCode: 1, output: `${sentence}\n` });
export const doneRun = (sentence: string): CommandRun => ({ exitCode: 0, output: `${sentence}\n` });
