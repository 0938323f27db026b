import { drainOnSignal, reportReady } from "@/launch/drain";
import { parseOptions } from "@/launch/options";
import { LaunchError } from "@/launch/processes";
import { firstEmulator } from "./emulators";

const usage = `npm run gateway-emulator [-- --port 3099]

Runs an acquirer's gateway on this machine, with test terminals and test cards.

  --port  the port to listen on (default: 3099; 0: any free port)`;

const drainMs = 5_000;

function readPort(options: string[]): number {
  const { port } = parseOptions(options, { port: { type: "string", default: "3099" } }, usage);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new LaunchError(`--port must be a number from 0 to 65535.\n\n${usage}`);
  return Number(port);
}

/** `npm run gateway-emulator`: starts an emulator, and prints where it is and what it knows. */
export async function runEmulator(args: string[]): Promise<void> {
  const { origin, baseAddress, close } = await firstEmulator.start({ port: readPort(args) });
  drainOnSignal(close, drainMs);
  const lines = [
    `The ${firstEmulator.title} listens at ${baseAddress}`,
    `Control page: ${origin}/emulator`,
    "",
    ...firstEmulator.introduction,
    "",
  ];
  reportReady(lines.join("\n"));
}
