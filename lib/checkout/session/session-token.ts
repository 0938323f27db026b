import { proveId, readProvenId } from "@/lib/kit/secrets/proven-id";

/** Tokens of different purposes have different keys, so the bank's return address does not open the page. */
const page = "checkout page";
const challengeReturn = "challenge return";

export const checkoutToken = (sessionId: string): string => proveId(page, sessionId);
export const readCheckoutToken = (token: string): string | null => readProvenId(page, token);
export const returnToken = (attemptId: string): string => proveId(challengeReturn, attemptId);
export const readReturnToken = (token: string): string | null => readProvenId(challengeReturn, token);
