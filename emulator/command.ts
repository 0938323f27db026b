import { drainOnSignal, reportReady } from "@/launch/drain";
import { parseOptions } from "@/launch/options";
import { LaunchError } from "@/launch/processes";
import { startEmulator } from "./base/emulator";
import { emulatorCards } from "./powertranz/cards";
import { terminals } from "./powertranz/terminals";

const usage = `npm run gateway-emulator [-- --port 3099]

Runs a PowerTranz gateway on this machine, with test terminals and test cards. See docs/powertranz-emulator.md.

  --port  the port to listen on (default: 3099; 0: any free port)`;

const drainMs = 5_000;

function readPort(args: string[]): number {
  const { port } = parseOptions(args, { port: { type: "string", default: "3099" } }, usage);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new LaunchError(`--port must be a number from 0 to 65535.\n\n${usage}`);
  return Number(port);
}

/** Cards that show the different flows. The control page lists all cards. */
const worthTrying = [
  "4012000000020071",
  "4012000000020006",
  "4012010000020005",
  "4012000000020121",
  "4111111111119999",
];

/** `npm run gateway-emulator`: starts the emulator, and prints where it is and what it knows. */
export async function runEmulator(args: string[]): Promise<void> {
  const { origin, baseAddress, close } = await startEmulator({ port: readPort(args) });
  drainOnSignal(close, drainMs);
  const cards = emulatorCards.filter(({ number }) => worthTrying.includes(number));
  const lines = [
    `The PowerTranz emulator listens at ${baseAddress}`,
    `Control page: ${origin}/emulator`,
    "",
    "Terminals (PowerTranzId, password, currencies)",
    ...terminals.map(({ id, password, currencies, gatewayKey, title }) => {
      const key = gatewayKey ? `, gateway key ${gatewayKey}` : "";
      return `  ${id}  ${password.padEnd(12)}  ${currencies.join(", ")}  ${title}${key}`;
    }),
    "",
    "Cards (any CVV, any expiry in the future; the password of a challenge is 3ds2)",
    ...cards.map(({ number, description }) => `  ${number}  ${description}`),
    "",
  ];
  reportReady(lines.join("\n"));
}
