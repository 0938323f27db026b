import { hour } from "@/lib/kit/clock";
import { processWide } from "@/lib/kit/process-wide";
import type { Currency } from "@/lib/reference/currencies";
import type { CredentialsVerdict } from "../operations";
import type { Credentials } from "../terminals/credentials";
import { callMpgs, type MpgsAnswer } from "./transport/transport";
import { readOptions } from "./wire/answers";

/** What the gateway says about a merchant account. */

const keptMs = hour;
const askLimitMs = 5000;

type Known = { needsCapture: boolean; until: number };
const profiles = processWide("mpgs profiles", () => new Map<string, Known>());
const keyOf = ({ baseAddress, merchantId }: Credentials): string => `${baseAddress} ${merchantId}`;

/**
 * Whether a merchant account only authorises, so that each payment needs a capture. The answer is kept for an hour.
 * Without an answer, the charge is sent as a payment, which the gateway refuses if the account only authorises.
 */
export async function needsCapture(credentials: Credentials): Promise<boolean> {
  const key = keyOf(credentials);
  const known = profiles.get(key);
  if (known && known.until > performance.now()) return known.needsCapture;
  const answer = await askOptions(credentials, askLimitMs);
  if (answer.kind !== "processed") return known?.needsCapture ?? false;
  const { operations } = readOptions(answer.body);
  const found = operations.includes("AUTHORIZE") && !operations.includes("PURCHASE");
  profiles.set(key, { needsCapture: found, until: performance.now() + keptMs });
  return found;
}

/** Lets the next charge ask again, because the gateway refused one. */
export const forgetProfile = (credentials: Credentials): boolean => profiles.delete(keyOf(credentials));

export async function tryCredentials(credentials: Credentials, currency: Currency): Promise<CredentialsVerdict> {
  const answer = await askOptions(credentials);
  if (answer.kind === "refused" && answer.because === "credentials") return "refused";
  if (answer.kind !== "processed") return "unclear";
  const { currencies } = readOptions(answer.body);
  const isTaken = currencies.length === 0 || currencies.includes(currency);
  return isTaken ? "accepted" : "other_currency";
}

const askOptions = (credentials: Credentials, limitMs?: number): Promise<MpgsAnswer> =>
  callMpgs(credentials, { method: "POST", path: "/paymentOptionsInquiry", body: {}, ...(limitMs && { limitMs }) });
