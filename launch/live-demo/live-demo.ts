import { parseArgs } from "node:util";
import { emulators } from "@/emulator/emulators";
import { findFreePort, isPortFree, LaunchError } from "@/launch/processes";
import { env, extendEnv, rawEnv } from "@/lib/kit/env";
import { liveDemo } from "@/lib/reference/live-demo";

/** npm run live-demo: what it adds to npm start. The gateways are emulators, so no money moves. */

const dataDirDefault = ".data/live-demo";
const firstPort = 3099;
const loopback = "127.0.0.1";

/**
 * Refuses production and databases that others may use, because the password of the merchant is public. Without
 * DATA_DIR, chooses a data folder other than that of npm start.
 */
export function prepareLiveDemo(): void {
  const { isProduction, DATABASE_URL } = env();
  if (isProduction) throw new LaunchError("The live demo is for development and is refused in production.");
  if (DATABASE_URL) throw new LaunchError("The live demo needs a database of its own. Unset DATABASE_URL.");
  if (!rawEnv().DATA_DIR?.trim()) extendEnv({ DATA_DIR: dataDirDefault });
}

/** An emulator of the live demo, and where it listens. */
export type LiveEmulator = Pick<(typeof emulators)[number], "acquirer" | "title" | "cardLines"> & { origin: string };

/** Chooses the emulators' ports, and configures their origins. */
export async function configureEmulators(args: string[]): Promise<LiveEmulator[]> {
  const options = { "emulator-port": { type: "string", multiple: true } } as const;
  const { "emulator-port": given = [] } = parseArgs({ args, options, strict: false }).values;
  const chosen: LiveEmulator[] = [];
  let usual = firstPort;
  for (const [index, { acquirer, title, cardLines }] of emulators.entries()) {
    const port = await choosePort(title, given[index], usual);
    chosen.push({ acquirer, title, cardLines, origin: `http://${loopback}:${port}` });
    usual = port + 1;
  }
  extendEnv({ GATEWAY_EMULATOR: chosen.map(({ origin }) => origin).join(" ") });
  return chosen;
}

/** The port that `--emulator-port` gives, or the usual one. If the usual one is taken, a free one. */
async function choosePort(title: string, given: string | boolean | undefined, usual: number): Promise<number> {
  const port = given === undefined ? usual : /^\d{1,5}$/.test(String(given)) ? Number(given) : 0;
  if (port < 1 || port > 65_535) throw new LaunchError("--emulator-port must be a number from 1 to 65535.");
  if (port !== env().PORT && (await isPortFree(port, loopback))) return port;
  if (given !== undefined) throw new LaunchError(`Port ${port} is taken. Set --emulator-port to another one.`);
  const freePort = await findFreePort();
  console.log(`  Port ${port} is taken; the ${title} uses ${freePort} instead.`);
  return freePort;
}

/** Where to pay and where to look. */
export const liveDemoLines = (running: readonly LiveEmulator[]): string[] => [
  "",
  `  Live shop    ${env().PUBLIC_URL}/demo?environment=live`,
  `  Live         ${liveDemo.email} / ${liveDemo.password}`,
  "  Live payments go to the first gateway that is up. A button on its control page takes it down.",
  ...running.flatMap(({ title, origin, cardLines }) => [
    "",
    `  ${title}: ${origin}/emulator`,
    ...cardLines.map((line) => `  ${line}`),
  ]),
];
