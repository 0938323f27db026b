import { isKeyedProof, keyedDigest } from "./crypto";

/**
 * Addresses that only their holder knows: an id and an HMAC over it. Nothing of them is stored, and
 * each purpose has a key of its own, so that what opens one door opens no other.
 */
const idLength = 26;
const proofBytes = 18;
const tokenPattern = /^[0-9A-HJKMNP-TV-Z]{26}[\w-]{24}$/;

export const proveId = (purpose: string, id: string): string =>
  id + keyedDigest(purpose, id).subarray(0, proofBytes).toString("base64url");

/** The id in a token, or null where it is not one of ours. */
export function readProvenId(purpose: string, token: string): string | null {
  if (!tokenPattern.test(token)) return null;
  const id = token.slice(0, idLength);
  return isKeyedProof(token.slice(idLength), purpose, id) ? id : null;
}
