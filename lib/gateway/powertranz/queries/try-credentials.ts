import type { CredentialsVerdict } from "@/lib/gateway/operations";
import { callPowertranz } from "@/lib/gateway/powertranz/transport/transport";
import { codes, readTransaction } from "@/lib/gateway/powertranz/wire/answers";
import type { Credentials } from "@/lib/gateway/terminals/credentials";
import { later, minute, now } from "@/lib/kit/clock";

export async function tryCredentials(credentials: Credentials): Promise<CredentialsVerdict> {
  const answer = await callPowertranz(credentials, { method: "GET", path: lastMinutePath() });
  if (readTransaction(answer)?.IsoResponseCode === codes.badCredentials) return "refused";
  const isList = answer.kind === "answer" && Array.isArray(answer.body);
  // A search without results may have an empty body.
  return isList || answer.kind === "empty" ? "accepted" : "unclear";
}

/** The transactions of the last minute. The dates have no time zone, like the dates in the gateway's answers. */
function lastMinutePath(): string {
  const end = now();
  const [from, to] = [later(-minute, end), end].map((date) => date.toISOString().slice(0, 19));
  return `Transactions/Search?${new URLSearchParams({ StartDateTime: from ?? "", EndDateTime: to ?? "" })}`;
}
