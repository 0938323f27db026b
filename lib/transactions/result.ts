import { declineCodes, declineOf } from "@/lib/reference/decline-codes";
import * as codes from "@/lib/reference/response-codes";
import type { PaymentOutcome } from "@/lib/reference/stored-values";

/** Maps response codes to status and message. */
export type ResultStatus = "success" | "failed" | "error";

type Meaning = { status: ResultStatus; text: string };

/** The meanings of an approval and of our own codes. */
const ownMeanings: Readonly<Record<typeof codes.approvedCode | (typeof codes.ownCodes)[number], Meaning>> = {
  [codes.approvedCode]: { status: "success", text: "Transaction is approved." },
  [codes.expiredCode]: { status: "failed", text: "The session expired." },
  [codes.leftCode]: { status: "failed", text: "The customer left the checkout." },
  [codes.unauthenticatedCode]: { status: "failed", text: "3DS authentication failed." },
  [codes.addressCode]: { status: "failed", text: "The address could not be verified." },
  [codes.gatewayCode]: { status: "error", text: "The gateway did not answer." },
  [codes.cardGoneCode]: { status: "failed", text: "The card is no longer stored." },
  // The next five codes appear only on the payment form. They are not the codes of an attempt.
  [codes.gatewayDownCode]: { status: "error", text: "The gateway cannot be reached." },
  [codes.orderBusyCode]: { status: "failed", text: "The order is being paid elsewhere." },
  [codes.orderPaidCode]: { status: "failed", text: "The order has been paid elsewhere." },
  [codes.takenOverCode]: { status: "failed", text: "The payment continues elsewhere." },
  [codes.linkHeldCode]: { status: "failed", text: "The payment link cannot be paid." },
  [codes.gatewayErrorCode]: { status: "error", text: "The gateway reported an error." },
};

const meanings: ReadonlyMap<string, Meaning> = new Map(Object.entries(ownMeanings));

const meaningOf = (code: string): Meaning => meanings.get(code) ?? declineOf(code);

/** Shows hard declines, such as lost and stolen cards, as a plain decline: the customer must not learn the reason. */
const shownCode = (code: string): string => (declineOf(code).isHard ? codes.declinedCode : code);

export const statusOfCode = (code: string): ResultStatus => meaningOf(code).status;

const digits = { success: 1, failed: 2, error: 3 } as const;

/** Returns the message of a response code, such as `[2-R51]: Insufficient funds.` */
export function messageOf(code: string): string {
  const { status, text } = meaningOf(code);
  return `[${digits[status]}-R${shownCode(code)}]: ${text}`;
}

type FinalResult = Meaning & { codes: string[] };

/** The results that a finalised payment can have, each with the codes that its message can show. */
export function finalResults(): FinalResult[] {
  const results = new Map<string, FinalResult>();
  for (const code of finalCodes()) {
    const { status, text } = meaningOf(code);
    const key = `${status} ${text}`;
    const result = results.get(key) ?? { status, text, codes: [] };
    results.set(key, { ...result, codes: [...result.codes, code] });
  }
  return [...results.values()];
}

const formCodes: readonly string[] = [
  codes.gatewayDownCode,
  codes.orderBusyCode,
  codes.orderPaidCode,
  codes.linkHeldCode,
];

const finalCodes = (): string[] =>
  [...meanings.keys(), ...declineCodes].filter((code) => !formCodes.includes(code) && shownCode(code) === code).sort();

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
  if (code === codes.leftCode) return "cancelled";
  return isAbandoned ? "abandoned" : "declined";
}
