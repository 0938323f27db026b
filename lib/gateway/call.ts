import { log } from "@/lib/kit/log";
import type { Outcome } from "./port";

export const callTimeoutMs = 15_000;

const noAnswer: Outcome = { status: "unknown" };

/**
 * Calls the gateway with a timeout. An exception or a timeout is an unknown outcome, never a decline. An answer that
 * arrives after the timeout goes to `onLate`.
 */
export function callGateway(
  call: () => Promise<Outcome>,
  onLate: (outcome: Outcome) => void | Promise<void>,
  timeoutMs: number = callTimeoutMs,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let hasTimedOut = false;
    const timer = setTimeout(() => {
      hasTimedOut = true;
      log.warn({ timeoutMs }, "the gateway did not answer in time");
      resolve(noAnswer);
    }, timeoutMs);

    outcomeOf(call).then((outcome) => {
      clearTimeout(timer);
      if (!hasTimedOut) return resolve(outcome);
      if (outcome.status !== "unknown") return handOver(outcome, onLate);
    });
  });
}

async function outcomeOf(call: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await call();
  } catch (error) {
    // Logs only the kind of the error: its message could quote the request and the card.
    log.error({ kind: kindOf(error) }, "a call to the gateway failed");
    return noAnswer;
  }
}

async function handOver(outcome: Outcome, onLate: (outcome: Outcome) => void | Promise<void>): Promise<void> {
  try {
    await onLate(outcome);
  } catch (error) {
    log.error({ err: error }, "handling a late answer of the gateway failed");
  }
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? `${error.name} ${error.code}` : error.name;
}
