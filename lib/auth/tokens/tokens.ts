import { errors, jwtVerify, SignJWT } from "jose";
import { accessTokenSeconds } from "@/lib/auth/contract";
import { now } from "@/lib/kit/clock";
import { env } from "@/lib/kit/env";
import { ulidPattern } from "@/lib/kit/ids";
import { isKeyedProof, keyedDigest } from "@/lib/kit/secrets/crypto";
import type { Scope } from "@/lib/reference/scopes";
import { signingAlgorithm, signingKey, verificationKey } from "./signing-keys";

/** Tokens are derived from these fields and not stored: the database holds only the token family and its generation. */
export type Generation = {
  familyId: string;
  generation: number;
  accountNumber: string;
  scopes: readonly Scope[];
  issuedAt: Date;
  /** The end of the token family. All tokens of the family expire by then. */
  endsAt: Date;
};

const tokenType = "at+jwt";
const issuer = () => env().PUBLIC_URL;
const audience = () => `${env().PUBLIC_URL}/api`;

/** The response body of grant and refresh. */
export async function writeTokens(generation: Generation) {
  return {
    message: "OK" as const,
    token_type: "Bearer" as const,
    expires_in: lifetimeOf(generation),
    access_token: await writeAccessToken(generation),
    refresh_token: writeRefreshToken(generation),
  };
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

const lifetimeOf = ({ issuedAt, endsAt }: Generation): number =>
  Math.min(accessTokenSeconds, secondsOf(endsAt) - secondsOf(issuedAt));

/** Creates an access token. The same generation and signing key always give the same token. */
export async function writeAccessToken(tokens: Generation): Promise<string> {
  const { familyId, generation, accountNumber, scopes } = tokens;
  const { kid, privateKey } = await signingKey();
  const seconds = secondsOf(tokens.issuedAt);
  return new SignJWT({ scope: scopes.join(" "), sid: familyId })
    .setProtectedHeader({ alg: signingAlgorithm, typ: tokenType, kid })
    .setIssuer(issuer())
    .setAudience(audience())
    .setSubject(accountNumber)
    .setJti(`${familyId}.${generation}`)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lifetimeOf(tokens))
    .sign(privateKey);
}

type Claims = { familyId: string; kid: string; expiresAt: number };

/** Cache of verified tokens, because verifying a signature costs more than the rest of a request. */
const verified = new Map<string, Claims>();
const verifiedMax = 5000;

/** Returns the family id of an access token, or null if the token is invalid. */
export async function readAccessToken(token: string): Promise<string | null> {
  const claims = verified.get(token) ?? (await verifyToken(token));
  if (!claims) return null;
  const isCurrent = claims.expiresAt * 1000 > now().getTime() && (await verificationKey(claims.kid)) !== undefined;
  return isCurrent ? claims.familyId : null;
}

async function verifyToken(token: string): Promise<Claims | null> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, findKey, {
      algorithms: [signingAlgorithm],
      typ: tokenType,
      issuer: issuer(),
      audience: audience(),
      requiredClaims: ["sub", "jti", "iat", "exp", "scope", "sid"],
      currentDate: now(),
    });
    const { sid, exp } = payload;
    const { kid } = protectedHeader;
    if (typeof sid !== "string" || !ulidPattern.test(sid) || exp === undefined || kid === undefined) return null;
    const claims = { familyId: sid, kid, expiresAt: exp };
    if (verified.size >= verifiedMax) verified.clear();
    verified.set(token, claims);
    return claims;
  } catch (error) {
    // A failed database query for the keys is a server error, not an invalid token.
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

async function findKey({ kid }: { kid?: string }): Promise<CryptoKey> {
  const key = kid === undefined ? undefined : await verificationKey(kid);
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
}

const refreshPattern = /^refresh_([0-9A-Z]{26})_(\d{1,9})_([\w-]{43})$/;

const refreshSeal = "refresh token";

function writeRefreshToken({ familyId, generation }: { familyId: string; generation: number }): string {
  const proof = keyedDigest(refreshSeal, familyId, String(generation)).toString("base64url");
  return `refresh_${familyId}_${generation}_${proof}`;
}

export function readRefreshToken(token: string): { familyId: string; generation: number } | null {
  const [, familyId, digits, proof] = refreshPattern.exec(token) ?? [];
  if (!familyId || !digits || !proof) return null;
  const generation = Number(digits);
  const isOurs = isKeyedProof(proof, refreshSeal, familyId, String(generation));
  return isOurs ? { familyId, generation } : null;
}
