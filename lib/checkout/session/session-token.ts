import { browserStepsMax } from "@/lib/gateway/port";
import { env } from "@/lib/kit/env";
import { proveId, readProvenId } from "@/lib/kit/secrets/proven-id";

/** Each token purpose has its own key, so that the return URL given to the bank does not open the checkout page. */
const page = "checkout page";
const challengeReturn = "challenge return";

export const checkoutToken = (sessionId: string): string => proveId(page, sessionId);
export const readCheckoutToken = (token: string): string | null => readProvenId(page, token);

/** The browser's return from a page of the bank. Each page of an attempt has a return address of its own. */
export type BankReturn = { attemptId: string; step: number };

export const returnToken = ({ attemptId, step }: BankReturn): string => proveId(purposeOf(step), attemptId);

export function readReturnToken(token: string): BankReturn | null {
  for (let step = 1; step <= browserStepsMax; step++) {
    const attemptId = readProvenId(purposeOf(step), token);
    if (attemptId) return { attemptId, step };
  }
  return null;
}

export const returnUrl = (bankReturn: BankReturn): string => `${env().PUBLIC_URL}/challenge/${returnToken(bankReturn)}`;

const purposeOf = (step: number): string => (step === 1 ? challengeReturn : `${challengeReturn} ${step}`);
