import { drainOnSignal, reportReady } from "@/launch/drain";
import { parseOptions } from "@/launch/options";
import { LaunchError } from "@/launch/processes";
import { emulators, firstEmulator } from "./emulators";

const names = emulators.map(({ acquirer }) => acquirer).join(" or ");

const usage = `npm run gateway-emulator [-- [acquirer] [--port 3099]]

Runs an acquirer's gateway on this machine, with test terminals and test cards. docs/<acquirer>-emulator.md describes it.

  acquirer  ${names} (default: ${firstEmulator.acquirer})
  --port    the port to listen on (default: 3099; 0: any free port)`;

const drainMs = 5_000;

/** Takes the name of the acquirer from the beginning of the arguments. */
function takeEmulator(args: string[]) {
  const [name, ...options] = args;
  if (name === undefined || name.startsWith("-")) return { emulator: firstEmulator, options: args };
  const emulator = emulators.find(({ acquirer }) => acquirer === name);
  if (!emulator) throw new LaunchError(`The acquirer must be ${names}.\n\n${usage}`);
  return { emulator, options };
}

function readPort(options: string[]): number {
  const { port } = parseOptions(options, { port: { type: "string", default: "3099" } }, usage);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new LaunchError(`--port must be a number from 0 to 65535.\n\n${usage}`);
  return Number(port);
}

/** `npm run gateway-emulator`: starts an emulator, and prints where it is and what it knows. */
export async function runEmulator(args: string[]): Promise<void> {
  const { emulator, options } = takeEmulator(args);
  const { origin, baseAddress, close } = await emulator.start({ port: readPort(options) });
  drainOnSignal(close, drainMs);
  const lines = [
    `The ${emulator.title} listens at ${baseAddress}`,
    `Control page: ${origin}/emulator`,
    "",
    ...emulator.accountLines,
    "",
    ...emulator.cardLines,
    "",
  ];
  reportReady(lines.join("\n"));
}
