import type { CredentialsVerdict } from "@/lib/gateway/operations";
import { acquirerOf } from "@/lib/gateway/registry";
import { findActiveTerminals, type Terminal, type TerminalChoice } from "@/lib/gateway/terminals/terminal-store";

/** `unreachable`: the health check of the gateway did not answer, so the credentials were not tried. */
export type ProbeVerdict = CredentialsVerdict | "unreachable";

type Probed = Pick<Terminal, "acquirer" | "platform" | "currency" | "credentials">;

export type Probe = Pick<Terminal, "platform" | "currency"> & {
  merchantId: string;
  verdict: ProbeVerdict;
  milliseconds: number;
};

/** Tests the active terminals one after the other with a query, which changes nothing at the gateway. */
export async function* probeTerminals(chosen: TerminalChoice): AsyncGenerator<Probe> {
  for (const terminal of await findActiveTerminals(chosen)) {
    const probed = await probe(terminal);
    if (probed) yield probed;
  }
}

/** Tests credentials, of a terminal or of one that is about to be added. The simulator has nothing to try: null. */
export async function probe({ acquirer, platform, currency, credentials }: Probed): Promise<Probe | null> {
  const { operations } = acquirerOf(acquirer);
  if (!operations) return null;
  const begun = performance.now();
  const isAlive = await operations.isAlive(credentials.baseAddress);
  const verdict = isAlive ? await operations.tryCredentials(credentials, currency) : "unreachable";
  const milliseconds = Math.round(performance.now() - begun);
  return { platform, currency, merchantId: credentials.merchantId, verdict, milliseconds };
}
