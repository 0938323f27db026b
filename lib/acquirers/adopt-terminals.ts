import { acquirers, formerVariables } from "@/lib/gateway/registry";
import { hasUnplacedTerminal, placeTerminals } from "@/lib/gateway/terminals/terminal-store";
import { rawEnv } from "@/lib/kit/env";
import { log } from "@/lib/kit/log";

/**
 * Gives the terminals of earlier releases their place when a process starts: those that took payments take them again,
 * and the others wait until the operator puts them into the order. The variables of earlier releases say which did.
 */
export async function adoptTerminals(): Promise<void> {
  const ignored = formerVariables.filter((name) => rawEnv()[name]?.trim());
  if (ignored.length > 0) {
    log.warn({ ignored }, "these variables are ignored: the terminals say where live payments go (acquirers list)");
  }
  if (!(await hasUnplacedTerminal())) return;
  const gateways = Object.values(acquirers).flatMap(({ former }) => former?.gateway() ?? []);
  if (gateways.length === 0) return;
  const { adopted, waiting } = await placeTerminals(gateways);
  log.info({ adopted, waiting }, "the terminals of the earlier release have their place in the order now");
}
