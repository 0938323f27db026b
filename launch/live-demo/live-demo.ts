import { parseArgs } from "node:util";
import { findFreePort, isPortFree, LaunchError } from "@/launch/processes";
import { env, extendEnv, rawEnv } from "@/lib/kit/env";
import { liveDemo } from "@/lib/reference/live-demo";

/** npm run live-demo: what it adds to npm start. The gateway is an emulator, so no money moves. */

const dataDirDefault = ".data/live-demo";
const portDefault = 3099;
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

/** Chooses the emulator's port, and configures its origin. */
export async function configureEmulator(args: string[]): Promise<string> {
  const origin = `http://${loopback}:${await chooseEmulatorPort(args)}`;
  extendEnv({ GATEWAY_EMULATOR: origin });
  return origin;
}

/** The port of `--emulator-port` or the default port. If the default port is taken, a free one. */
async function chooseEmulatorPort(args: string[]): Promise<number> {
  const options = { "emulator-port": { type: "string" } } as const;
  const { "emulator-port": given } = parseArgs({ args, options, strict: false }).values;
  const port = given === undefined ? portDefault : /^\d{1,5}$/.test(String(given)) ? Number(given) : 0;
  if (port < 1 || port > 65_535) throw new LaunchError("--emulator-port must be a number from 1 to 65535.");
  if (port !== env().PORT && (await isPortFree(port, loopback))) return port;
  if (given !== undefined) throw new LaunchError(`Port ${port} is taken. Set --emulator-port to another one.`);
  const freePort = await findFreePort();
  console.log(`  Port ${port} is taken; the emulator uses ${freePort} instead.`);
  return freePort;
}

/** Where to pay and where to look. */
export const liveDemoLines = (emulatorOrigin: string): string[] => [
  `  Live shop    ${env().PUBLIC_URL}/demo?environment=live`,
  `  Emulator     ${emulatorOrigin}/emulator`,
  `  Live         ${liveDemo.email} / ${liveDemo.password}`,
];
