import { rawEnv } from "@/lib/kit/env";
import { readGateway } from "../terminals/credentials";
import { powertranzCredentials } from "./credentials";
import { fillAttempts } from "./earlier-attempts-store";

/** The time before each terminal named its own gateway: variables named that of all terminals. */
export const former = { variables: ["LIVE_ACQUIRER", "POWERTRANZ_URL"], gateway: formerGateway, fillAttempts } as const;

function formerGateway(): string | null {
  const { LIVE_ACQUIRER, POWERTRANZ_URL } = rawEnv();
  return LIVE_ACQUIRER === "powertranz"
    ? readGateway(powertranzCredentials, POWERTRANZ_URL?.trim() || undefined)
    : null;
}
