import { findActiveTerminals, type Terminal, type TerminalChoice } from "@/lib/gateway/powertranz/terminal-store";
import { callPowertranz, type GatewayAnswer, isAlive } from "@/lib/gateway/powertranz/transport/transport";
import { codes, readTransaction } from "@/lib/gateway/powertranz/wire/answers";
import { later, minute, now } from "@/lib/kit/clock";

export type ProbeVerdict =
  | "accepted"
  /** The gateway refused the credentials. */
  | "refused"
  /** The health check of the gateway did not answer. The query was not sent. */
  | "unreachable"
  /** The gateway's answer to the query says nothing about the credentials. */
  | "unclear";

export type TerminalProbe = Pick<Terminal, "id" | "platform" | "currency"> & {
  merchantId: string;
  verdict: ProbeVerdict;
  milliseconds: number;
};

/** Tests the terminals of this gateway one after the other with a query, which changes nothing at the gateway. */
export async function* probeTerminals(chosen: TerminalChoice): AsyncGenerator<TerminalProbe> {
  for (const { id, platform, currency, credentials } of await findActiveTerminals(chosen)) {
    const begun = performance.now();
    const verdict = (await isAlive())
      ? verdictOf(await callPowertranz(credentials, { method: "GET", path: queryPath() }))
      : "unreachable";
    const milliseconds = Math.round(performance.now() - begun);
    yield { id, platform, currency, merchantId: credentials.merchantId, verdict, milliseconds };
  }
}

/** The transactions of the last minute. The dates have no time zone, like the dates in the gateway's answers. */
function queryPath(): string {
  const end = now();
  const [from, to] = [later(-minute, end), end].map((date) => date.toISOString().slice(0, 19));
  return `Transactions/Search?${new URLSearchParams({ StartDateTime: from ?? "", EndDateTime: to ?? "" })}`;
}

/** A search without results may have an empty body. */
function verdictOf(answer: GatewayAnswer): ProbeVerdict {
  if (readTransaction(answer)?.IsoResponseCode === codes.badCredentials) return "refused";
  const isList = answer.kind === "answer" && Array.isArray(answer.body);
  return isList || answer.kind === "empty" ? "accepted" : "unclear";
}
