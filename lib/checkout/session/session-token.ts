import { proveId, readProvenId } from "@/lib/kit/secrets/proven-id";

/** Each token purpose has its own key, so that the return URL given to the bank does not open the checkout page. */
const page = "checkout page";
const challengeReturn = "challenge return";

export const checkoutToken = (sessionId: string): string => proveId(page, sessionId);
export const readCheckoutToken = (token: string): string | null => readProvenId(page, token);
export const returnToken = (attemptId: string): string => proveId(challengeReturn, attemptId);
export const readReturnToken = (token: string): string | null => readProvenId(challengeReturn, token);
