import type { CredentialsVerdict } from "@/lib/gateway/operations";
import { acquirerOf } from "@/lib/gateway/registry";
import { findActiveTerminals, type Terminal, type TerminalChoice } from "@/lib/gateway/terminals/terminal-store";

/** `unreachable`: the health check of the gateway did not answer, so the credentials were not tried. */
export type ProbeVerdict = CredentialsVerdict | "unreachable";

export type TerminalProbe = Pick<Terminal, "id" | "platform" | "currency"> & {
  merchantId: string;
  verdict: ProbeVerdict;
  milliseconds: number;
};

/** Tests the active terminals one after the other with a query, which changes nothing at the gateway. */
export async function* probeTerminals(chosen: TerminalChoice): AsyncGenerator<TerminalProbe> {
  for (const { id, acquirer, platform, currency, credentials } of await findActiveTerminals(chosen)) {
    const { operations } = acquirerOf(acquirer);
    // The simulator has nothing to try.
    if (!operations) continue;
    const begun = performance.now();
    const isAlive = await operations.isAlive(credentials.baseAddress);
    const verdict = isAlive ? await operations.tryCredentials(credentials) : "unreachable";
    const milliseconds = Math.round(performance.now() - begun);
    yield { id, platform, currency, merchantId: credentials.merchantId, verdict, milliseconds };
  }
}
