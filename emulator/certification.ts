import { LaunchError } from "@/launch/processes";
import { findOrder, findTerminals, loadTerminal, type Terminal } from "@/lib/gateway/terminals/terminal-store";
import { second } from "@/lib/kit/clock";
import { commandLine } from "@/lib/kit/commands";
import type { Currency } from "@/lib/reference/currencies";
import type { Platform } from "@/lib/reference/platforms";
import type { CertifyOptions, Surroundings } from "./base/certification";
import { emulators } from "./emulators";

type Chosen = {
  /** Without it, the first terminal in the order. */
  terminal: string | undefined;
  platform: Platform;
  currency: Currency;
};

/** Certifies the gateway of a terminal. Returns the report. */
export async function certify(options: Chosen & CertifyOptions, surroundings: Surroundings) {
  const terminal = await chooseTerminal(options);
  const emulator = emulators.find(({ acquirer }) => acquirer === terminal.acquirer);
  if (!emulator) throw new LaunchError(`The acquirer ${terminal.acquirer} has no certification.`);
  const certification = await emulator.loadCertification();
  return certification.certify(terminal, options, surroundings);
}

async function chooseTerminal({ terminal, platform, currency }: Chosen): Promise<Terminal> {
  const own = (await findTerminals()).filter((one) => one.platform === platform && one.currency === currency);
  if (terminal !== undefined && !own.some(({ id }) => id === terminal))
    throw new LaunchError(
      `${terminal} is no terminal for ${platform} and ${currency}: see «${commandLine("acquirers", "list")}».`,
    );
  const id = terminal ?? (await findOrder({ platform, currency }))[0]?.id;
  if (!id) throw new LaunchError(`No terminal for ${platform} and ${currency} exists.`);
  return loadTerminal(id);
}

const noticeAfterMs = 10 * second;

/** Pauses, and prints a line if the pause is long. */
export async function pause(milliseconds: number): Promise<void> {
  if (milliseconds >= noticeAfterMs) console.log(`Waiting ${milliseconds / second} seconds …`);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
