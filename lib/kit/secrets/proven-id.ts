import { isKeyedProof, keyedDigest } from "./crypto";

/**
 * Unguessable tokens for URLs: an id followed by an HMAC over it. Tokens are not stored. Each purpose has its own key,
 * so a token for one purpose is invalid for every other.
 */
const idLength = 26;
const proofBytes = 18;
const tokenPattern = /^[0-9A-HJKMNP-TV-Z]{26}[\w-]{24}$/;

export const proveId = (purpose: string, id: string): string =>
  id + keyedDigest(purpose, id).subarray(0, proofBytes).toString("base64url");

/** The id in a token, or null if the token is invalid. */
export function readProvenId(purpose: string, token: string): string | null {
  if (!tokenPattern.test(token)) return null;
  const id = token.slice(0, idLength);
  return isKeyedProof(token.slice(idLength), purpose, id) ? id : null;
}
