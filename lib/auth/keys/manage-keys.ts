import { actorOf, recordChange } from "@/lib/audit/record";
import { isSubset } from "@/lib/auth/allowed-scopes";
import {
  type createKeyEndpoint,
  keysPerAccountMax,
  rollOverlapSecondsDefault,
  type updateKeyEndpoint,
} from "@/lib/auth/contract";
import {
  countKeysLocked,
  findKey,
  insertKey,
  type KeyReach,
  listEndedKeys,
  listKeys,
  lockApiKey,
  replaceKey,
  updateKey,
} from "@/lib/auth/store";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { type MemberProof, requireProof, unproven } from "@/lib/http/route/guards";
import { canonicalCidr } from "@/lib/kit/addresses";
import { day, later, now, second } from "@/lib/kit/clock";
import { AppError, invalidField, notFound, selectedInvalid } from "@/lib/kit/errors";
import { mailMerchant } from "@/lib/mail/mail-merchant";
import { sandbox } from "@/lib/reference/sandbox";
import type { Scope } from "@/lib/reference/scopes";
import { digestSecret, type KeyParts, newKeyParts, readKey, writeKey } from "./key-format";
import { nameMakers } from "./key-makers";
import { isWidened } from "./key-rules";

type NewKey = {
  name: string;
  scopes: readonly string[];
  cidrs: readonly string[];
  expiresAt: Date | null;
  madeBy: string | null;
};

/** A bearer token reaches every API key of its account. The dashboard reaches those of its current environment. */
const reachOf = ({ accountNumber, credential }: Caller): KeyReach => ({
  accountNumber,
  ...("environment" in credential && { environment: credential.environment }),
});

export async function listApiKeys(caller: Caller) {
  requireBusiness(caller);
  const keys = await listKeys(reachOf(caller), now());
  return { message: "OK" as const, data: keys.map(toRecord) };
}

/** The dashboard lists revoked and expired keys for this long. */
const endedListed = { for: 30 * day, limit: 50 };

/**
 * Lists API keys with their creators for the dashboard, the usable ones first. The API returns neither the creator nor
 * revoked and expired keys.
 */
export async function listKeysWithMakers(caller: Caller) {
  requireBusiness(caller);
  const [at, reach] = [now(), reachOf(caller)];
  const { limit } = endedListed;
  const ended = await listEndedKeys(reach, at, { since: later(-endedListed.for, at), limit });
  const keys = [...(await listKeys(reach, at)), ...ended];
  const makers = await nameMakers(
    caller.accountNumber,
    keys.map(({ madeBy }) => madeBy),
  );
  return keys.map((key, index) => ({
    ...toRecord(key),
    made_by: makers[index] ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  }));
}

export async function createApiKey(caller: Caller, body: BodyOf<typeof createKeyEndpoint>) {
  requireBusiness(caller);
  requireHeld(caller, body.scopes);
  if (body.environment === "live" && !caller.canGoLive) {
    throw new AppError("forbidden", "This account is confined to sandbox.", { refusal: { reason: "sandbox_only" } });
  }
  const cidrs = checkCidrs(body.cidrs ?? []);
  const expiresAt = checkExpiry(body.expires_at);
  const { accountNumber } = caller;
  return inTransaction(async () => {
    if ((await countKeysLocked(accountNumber, now())) >= keysPerAccountMax) {
      throw new AppError("conflict", `An account may have at most ${keysPerAccountMax} API keys.`, {
        refusal: { reason: "keys_max", values: { max: keysPerAccountMax } },
      });
    }
    const parts = newKeyParts(body.environment);
    const row = await installKey(accountNumber, parts, { ...body, cidrs, expiresAt, madeBy: actorOf(caller) });
    await mailMerchant.keyCreated(accountNumber, row);
    await recordChange(caller, "api_key.created", { subject: row.kid, detail: detailOf(row) });
    return { message: "Created" as const, data: issued(parts, row) };
  });
}

export async function updateApiKey(
  caller: Caller,
  kid: string,
  body: BodyOf<typeof updateKeyEndpoint>,
  proof: MemberProof = unproven,
) {
  requireBusiness(caller);
  requireNotPublic(caller, kid);
  if (body.scopes) requireHeld(caller, body.scopes);
  const changes = {
    ...(body.name && { name: body.name }),
    ...(body.scopes && { scopes: body.scopes }),
    ...(body.cidrs && { cidrs: checkCidrs(body.cidrs) }),
    ...(body.expires_at && { expiresAt: checkExpiry(body.expires_at) }),
  };
  return inTransaction(async () => {
    const before = await lockApiKey(reachOf(caller), kid, now());
    if (!before) throw notFound();
    const isMember = caller.credential.kind === "member";
    // The dashboard form sends every field. If a member may not choose all of the key's scopes, the form would remove
    // some.
    if (isMember || body.scopes || body.cidrs || body.expires_at) requireReach(caller, before.scopes as Scope[]);
    if (isWidened(before, changes)) requireProof(caller, proof, "give a key more scopes, more addresses or more time");
    const isChanged = await updateKey(reachOf(caller), kid, now(), changes);
    const key = isChanged && (await findKey(reachOf(caller), kid, now()));
    if (!key) throw notFound();
    await recordChange(caller, "api_key.changed", { subject: kid, detail: detailOf(key) });
    return { message: "OK" as const, data: toRecord(key) };
  });
}

export async function revokeApiKey(caller: Caller, kid: string) {
  requireBusiness(caller);
  requireNotPublic(caller, kid);
  return inTransaction(async () => {
    const key = await findKey(reachOf(caller), kid, now());
    if (!key || !(await updateKey(reachOf(caller), kid, now(), { revokedAt: now() }))) throw notFound();
    await mailMerchant.keyRevoked(caller.accountNumber, key);
    await recordChange(caller, "api_key.revoked", { subject: kid, detail: detailOf(key) });
    return { message: "OK" };
  });
}

/** The new API key inherits everything except `kid` and secret. The old key expires after the overlap. */
export async function rollApiKey(caller: Caller, kid: string, overlapSeconds = rollOverlapSecondsDefault) {
  requireBusiness(caller);
  requireNotPublic(caller, kid);
  const at = now();
  const old = await findKey(reachOf(caller), kid, at);
  if (!old) throw selectedInvalid("kid");
  // The caller gets the secret of the new key, so the caller must hold every scope of the key.
  requireReach(caller, old.scopes as Scope[]);
  const overlapEnd = later(overlapSeconds * second, at);
  const endsAt = old.expiresAt && old.expiresAt < overlapEnd ? old.expiresAt : overlapEnd;
  const parts = newKeyParts(old.environment);
  return inTransaction(async () => {
    if (!(await replaceKey(reachOf(caller), kid, at, { kid: parts.kid, endsAt }))) {
      throw new AppError("conflict", "This key has been rolled already. Roll its successor instead.", {
        refusal: { reason: "key_rolled" },
      });
    }
    const key = await installKey(caller.accountNumber, parts, { ...old, madeBy: actorOf(caller) });
    await mailMerchant.keyRolled(caller.accountNumber, key, { kid, endsAt });
    const detail = { ...detailOf(key), old_kid: kid, old_ends_at: endsAt.toISOString() };
    await recordChange(caller, "api_key.rolled", { subject: key.kid, detail });
    return { message: "Created" as const, data: issued(parts, key) };
  });
}

const issued = (parts: KeyParts, row: KeyRow) => ({ ...toRecord(row), key: writeKey(parts) });

/** Stores an API key with a given `kid` and secret. Used for new keys and for the public sandbox key. */
export function installKey(accountNumber: string, { kid, secret, environment }: KeyParts, details: NewKey) {
  return insertKey({
    kid,
    accountNumber,
    environment,
    name: details.name,
    secretDigest: new Uint8Array(digestSecret(secret)),
    scopes: [...details.scopes],
    cidrs: [...details.cidrs],
    expiresAt: details.expiresAt,
    madeBy: details.madeBy,
    createdAt: now(),
  });
}

function requireBusiness({ accountType }: Caller): void {
  if (accountType !== "BUSINESS")
    throw new AppError("forbidden", "API keys are for business accounts.", { refusal: { reason: "account_kind" } });
}

/** The public sandbox key never changes, because it is published and shared. */
function requireNotPublic({ accountNumber }: Caller, kid: string): void {
  const isPublic = accountNumber === sandbox.merchant.accountNumber && kid === readKey(sandbox.apiKey)?.kid;
  if (isPublic)
    throw new AppError("conflict", "The public sandbox key cannot be changed.", {
      refusal: { reason: "public_account" },
    });
}

const beyondRole = "This takes scopes that your role does not have. Ask an owner.";

/** The caller must hold every scope that the key gets. */
function requireHeld({ scopes, credential }: Caller, wanted: readonly Scope[]): void {
  if (isSubset(wanted, scopes)) return;
  const isMember = credential.kind === "member";
  throw new AppError("forbidden", isMember ? beyondRole : "A key cannot have scopes that this token does not have.", {
    refusal: { reason: "beyond_role" },
  });
}

/** The caller must hold every scope of the key: a token with few scopes must not change it or learn its new secret. */
function requireReach({ scopes, credential }: Caller, held: readonly Scope[]): void {
  if (isSubset(held, scopes)) return;
  const beyondToken =
    "This key has scopes that this token does not have. This token can only rename or revoke the key.";
  throw new AppError("forbidden", credential.kind === "member" ? beyondRole : beyondToken, {
    refusal: { reason: "beyond_role" },
  });
}

function checkCidrs(cidrs: readonly string[]): string[] {
  // Forms cannot send an empty list, so they send `any` to remove the address restriction.
  if (cidrs.length === 1 && cidrs[0] === "any") return [];
  return cidrs.map((cidr) => {
    const canonical = canonicalCidr(cidr);
    if (!canonical) throw invalidField("cidrs", "must be addresses or ranges such as 203.0.113.0/24.");
    return canonical;
  });
}

function checkExpiry(expiresAt: Date | "never" = "never"): Date | null {
  if (expiresAt === "never") return null;
  if (expiresAt <= now()) throw invalidField("expires_at", "must be in the future.", { rule: "future" });
  return expiresAt;
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>;

const detailOf = ({ name, environment, scopes, cidrs, expiresAt }: KeyRow) => ({
  name,
  environment,
  scopes,
  cidrs,
  expires_at: expiresAt?.toISOString() ?? null,
});

function toRecord(key: KeyRow) {
  return {
    kid: key.kid,
    name: key.name,
    environment: key.environment,
    scopes: key.scopes,
    cidrs: key.cidrs,
    replaced_by: key.replacedByKid,
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
  };
}
