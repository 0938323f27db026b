import { rawEnv } from "@/lib/kit/env";
import { log } from "@/lib/kit/log";
import { readGateway } from "../terminals/credentials";
import { powertranzCredentials } from "./credentials";
import { fillAttempts } from "./earlier-attempts-store";

/** The time before each terminal named its own gateway: variables named that of all terminals. */
export const former = { variables: ["LIVE_ACQUIRER", "POWERTRANZ_URL"], gateway: formerGateway, fillAttempts } as const;

function formerGateway(): string | null {
  const { LIVE_ACQUIRER, POWERTRANZ_URL } = rawEnv();
  if (LIVE_ACQUIRER !== "powertranz") return null;
  try {
    return readGateway(powertranzCredentials, POWERTRANZ_URL?.trim() || undefined);
  } catch (error) {
    log.warn({ err: error }, "POWERTRANZ_URL names no gateway, so the terminals wait: see acquirers order");
    return null;
  }
}
