import { enforceRateLimits } from "@/lib/http/limits/rate-limit";
import { minute, second } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import { keyedDigest, keyedDigests } from "@/lib/kit/secrets/crypto";
import { hostOf } from "@/lib/webhooks/endpoints/targets";
import { hostProofs, hostRuns, kitProofs, kitRuns, type perHour } from "./contract";
import { proofHeader, proofPath, type RawAnswer, type ShopRequest } from "./shop-browser";

/**
 * Anyone can register any host, so a host shows that it agrees to the test: by a file or a header with the account's
 * token. The token is never part of a request, so a host that echoes requests proves nothing.
 */
const purpose = "conformance proof";
const tokenBytes = 24;
/** With the time of a run, below the 60 seconds after which proxies give up. */
const answerWithinMs = 5 * second;

const toToken = (digest: Buffer): string => digest.subarray(0, tokenBytes).toString("base64url");

export const proofToken = (accountNumber: string): string => toToken(keyedDigest(purpose, accountNumber));

type Run = { accountNumber: string /** An address on each host of the run. */; addresses: readonly URL[] };
type Fetch = (request: ShopRequest) => Promise<RawAnswer>;

/**
 * Counts the run against its limits, and refuses it if a host is not proven. Proofs have limits of their own, so that
 * accounts without a proof cannot use up the runs of a host.
 */
export async function requireHostProof({ accountNumber, addresses }: Run, fetchOnce: Fetch): Promise<void> {
  const origins = [...new Set(addresses.map(({ origin }) => origin))];
  const hosts = [...new Set(addresses.map((url) => hostOf(url).replace(/\.$/, "")))];
  const count = async (own: Limited, shared: Limited, what: string) => {
    await countOne(own, `account ${accountNumber}`, `An account can ${what}`);
    for (const host of hosts) await countOne(shared, `host ${host}`, `All accounts together can ${what} of ${host}`);
  };
  await count(kitProofs, hostProofs, "look for the proof");
  await Promise.all(origins.map((origin) => requireProven(origin, accountNumber, fetchOnce)));
  await count(kitRuns, hostRuns, "run tests");
}

async function requireProven(origin: string, accountNumber: string, fetchOnce: Fetch): Promise<void> {
  const url = new URL(proofPath, origin);
  const answer = await fetchOnce({ method: "GET", url, headers: {}, body: "", timeoutMs: answerWithinMs });
  const { status, error, text, proof } = answer;
  const lines = [proof ?? "", ...(status === 200 ? text.split("\n") : [])].map((line) => line.trim());
  // A token that an earlier APP_SECRET made is still good.
  if (keyedDigests(purpose, accountNumber).some((digest) => lines.includes(toToken(digest)))) return;
  const isRedirect = status !== null && status >= 300 && status < 400;
  const found =
    status === 200 ? "has another text" : status === null ? `has no answer: ${error}` : `answered ${status}.`;
  throw new AppError(
    "invalid",
    [
      `We do not test ${url.host} yet, because it does not show that it is yours.`,
      `${url.href} ${found.replace(/\.?$/, ".")}`,
      ...(isRedirect ? ["The kit follows no redirect there."] : []),
      `Serve your token there as a text file, or as the header ${proofHeader}.`,
    ].join(" "),
    { refusal: { reason: "as_written" } },
  );
}

type Limited = ReturnType<typeof perHour>;

/** Counts against one limit, and says in plain words which one is reached. */
async function countOne(limited: Limited, subject: string, what: string): Promise<void> {
  const { limit } = limited;
  await enforceRateLimits(limited, [{ subject, limit }]).catch((error) => {
    if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
    const minutes = Math.ceil((Number(error.headers["retry-after"]) * second) / minute);
    const again = `Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`;
    const message = `${what} ${limit.requests} times an hour. ${again}`;
    throw new AppError("rate_limited", message, {
      headers: error.headers,
      cause: error,
      refusal: { reason: "as_written" },
    });
  });
}
