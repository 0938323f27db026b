import { leftCode } from "@/lib/reference/response-codes";
import type { PaymentOutcome } from "@/lib/reference/stored-values";
import type { ResultStatus } from "./result";

export type OutcomeFacts = {
  status: ResultStatus | null;
  /** The session waits for an answer of the gateway after the outcome of its attempt became unknown. */
  isConfirming: boolean;
  code: string | null;
  /** The session ended and the customer never pressed Pay. */
  isAbandoned: boolean;
};

export function outcomeOf({ status, isConfirming, code, isAbandoned }: OutcomeFacts): PaymentOutcome {
  if (status === null) return isConfirming ? "confirming" : "open";
  if (status !== "failed") return status;
  // The code of a customer who cancelled after a decline is still the decline's.
  if (code === leftCode) return "cancelled";
  return isAbandoned ? "abandoned" : "declined";
}
