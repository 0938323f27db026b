import type { Authenticate, Caller } from "@/lib/http/message/caller";
import { isSwitchedOff } from "@/lib/http/route/public-credentials";
import { isInside } from "@/lib/kit/addresses";
import { minute, now } from "@/lib/kit/clock";
import { unauthorised } from "@/lib/kit/errors";
import { isSame } from "@/lib/kit/secrets/crypto";
import { effectiveScopes } from "./allowed-scopes";
import { digestSecret, readKey } from "./keys/key-format";
import { findBearer, findKeyHolder, type HolderRow, recordKeyUse } from "./store";
import { readAccessToken } from "./tokens/tokens";

/** `last_used_at` is written at most once a minute, because it is only for display. */
const useRecordedEveryMs = minute;

/** Requires exactly one valid credential; anything else is 401. */
export const authenticate: Authenticate = async ({ authorization, apiKey, clientAddress }) => {
  if (authorization !== null && apiKey !== null) throw unauthorised();
  const caller =
    authorization !== null
      ? await bearerCaller(authorization)
      : apiKey !== null
        ? await keyCaller(apiKey, clientAddress)
        : null;
  if (!caller) throw unauthorised();
  return caller;
};

async function bearerCaller(authorization: string): Promise<Caller | null> {
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
  const familyId = token && (await readAccessToken(token));
  const holder = familyId && (await findBearer(familyId));
  return holder && !isSwitchedOff(holder.accountNumber) ? toCaller(holder, { kind: "bearer", familyId }) : null;
}

async function keyCaller(text: string, clientAddress: string): Promise<Caller | null> {
  const key = readKey(text);
  if (!key) return null;
  const holder = await findKeyHolder(key.kid);
  const isValid =
    holder !== undefined &&
    isSame(holder.secretDigest, digestSecret(key.secret)) &&
    !isSwitchedOff(holder.accountNumber) &&
    holder.environment === key.environment &&
    holder.type === "BUSINESS" &&
    (holder.cidrs.length === 0 || isInside(clientAddress, holder.cidrs));
  if (!isValid) return null;
  const at = now();
  if (!holder.lastUsedAt || at.getTime() - holder.lastUsedAt.getTime() > useRecordedEveryMs)
    await recordKeyUse(key.kid, at);
  return toCaller(holder, { kind: "api-key", kid: key.kid, environment: key.environment });
}

function toCaller(holder: HolderRow, credential: Caller["credential"]): Caller {
  return {
    accountNumber: holder.accountNumber,
    accountType: holder.type,
    homePlatform: holder.homePlatform,
    platforms: holder.platforms,
    canGoLive: !holder.sandboxOnly,
    scopes: effectiveScopes(holder.scopes, holder),
    credential,
  };
}
