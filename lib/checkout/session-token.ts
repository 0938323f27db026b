import { isSame, keyedDigest } from "@/lib/kit/crypto";

/**
 * Addresses that only their holder knows: an id and an HMAC over it. Nothing of them is stored, and
 * each kind has a key of its own, so that the bank's return address does not open the page.
 */
const idLength = 26;
const proofBytes = 18;
const tokenPattern = /^[0-9A-HJKMNP-TV-Z]{26}[\w-]{24}$/;

type Purpose = "checkout page" | "challenge return";

const proofOf = (purpose: Purpose, id: string) => keyedDigest(purpose, id).subarray(0, proofBytes);

function tokenFor(purpose: Purpose, id: string): string {
  return id + proofOf(purpose, id).toString("base64url");
}

/** The id in a token, or null where it is not one of ours. */
function readToken(purpose: Purpose, token: string): string | null {
  if (!tokenPattern.test(token)) return null;
  const id = token.slice(0, idLength);
  return isSame(Buffer.from(token.slice(idLength), "base64url"), proofOf(purpose, id)) ? id : null;
}

export const checkoutToken = (sessionId: string): string => tokenFor("checkout page", sessionId);
export const readCheckoutToken = (token: string): string | null => readToken("checkout page", token);
export const returnToken = (attemptId: string): string => tokenFor("challenge return", attemptId);
export const readReturnToken = (token: string): string | null => readToken("challenge return", token);
