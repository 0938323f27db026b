import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/caller";
import { isCidr } from "@/lib/http/client-address";
import type { BodyOf } from "@/lib/http/endpoint";
import { later, now, second } from "@/lib/kit/clock";
import { AppError, invalidField, notFound, selectedInvalid } from "@/lib/kit/errors";
import type { Environment } from "@/lib/reference/platforms";
import type { Scope } from "@/lib/reference/scopes";
import { isSubset } from "./allowed-scopes";
import {
  type createKeyEndpoint,
  keysPerAccountMax,
  rollOverlapSecondsDefault,
  type updateKeyEndpoint,
} from "./contract";
import { digestSecret, type KeyParts, newKeyParts, writeKey } from "./key-format";
import { countKeys, findKey, insertKey, listKeys, updateKey } from "./store";

type NewKey = {
  name: string;
  environment: Environment;
  scopes: readonly string[];
  cidrs: readonly string[];
  expiresAt: Date | null;
};

export async function listApiKeys(caller: Caller) {
  requireBusiness(caller);
  const keys = await listKeys(caller.accountNumber, now());
  return { message: "OK" as const, data: keys.map(toRecord) };
}

export async function createApiKey(caller: Caller, body: BodyOf<typeof createKeyEndpoint>) {
  requireBusiness(caller);
  requireHeld(caller, body.scopes);
  if (body.environment === "live" && !caller.canGoLive) {
    throw new AppError("forbidden", "This account is confined to sandbox.");
  }
  return issueKey(caller, {
    ...body,
    cidrs: checkCidrs(body.cidrs ?? []),
    expiresAt: checkExpiry(body.expires_at ?? null),
  });
}

export async function updateApiKey(caller: Caller, kid: string, body: BodyOf<typeof updateKeyEndpoint>) {
  requireBusiness(caller);
  if (body.scopes) requireHeld(caller, body.scopes);
  const changed = await updateKey(caller.accountNumber, kid, now(), {
    ...(body.name && { name: body.name }),
    ...(body.scopes && { scopes: body.scopes }),
    ...(body.cidrs && { cidrs: checkCidrs(body.cidrs) }),
    ...(body.expires_at && { expiresAt: body.expires_at === "never" ? null : checkExpiry(body.expires_at) }),
  });
  const key = changed && (await findKey(caller.accountNumber, kid, now()));
  if (!key) throw notFound();
  return { message: "OK" as const, data: toRecord(key) };
}

export async function revokeApiKey(caller: Caller, kid: string) {
  requireBusiness(caller);
  if (!(await updateKey(caller.accountNumber, kid, now(), { revokedAt: now() }))) throw notFound();
  return { message: "OK" };
}

/** The successor takes over everything but kid and secret; the old key ends after the overlap. */
export async function rollApiKey(caller: Caller, kid: string, overlapSeconds = rollOverlapSecondsDefault) {
  requireBusiness(caller);
  return inTransaction(async () => {
    const at = now();
    const old = await findKey(caller.accountNumber, kid, at);
    if (!old) throw selectedInvalid("kid");
    // Whoever rolls a key learns a secret with its scopes, so must hold them.
    requireHeld(caller, old.scopes as Scope[]);
    const overlapEnd = later(overlapSeconds * second, at);
    const expiresAt = old.expiresAt && old.expiresAt < overlapEnd ? old.expiresAt : overlapEnd;
    if (!(await updateKey(caller.accountNumber, kid, at, { expiresAt }))) throw selectedInvalid("kid");
    return issueKey(caller, old);
  });
}

async function issueKey({ accountNumber }: Caller, key: NewKey) {
  if ((await countKeys(accountNumber, now())) >= keysPerAccountMax) {
    throw new AppError("conflict", `An account may have at most ${keysPerAccountMax} API keys.`);
  }
  const parts = newKeyParts(key.environment);
  const row = await installKey(accountNumber, parts, key);
  return { message: "Created" as const, data: { ...toRecord(row), key: writeKey(parts) } };
}

/** Stores a key whose kid and secret are given: a new one, or the sandbox's public one. */
export function installKey(
  accountNumber: string,
  { kid, secret, environment }: KeyParts,
  details: Omit<NewKey, "environment">,
) {
  return insertKey({
    kid,
    accountNumber,
    environment,
    name: details.name,
    secretDigest: new Uint8Array(digestSecret(secret)),
    scopes: [...details.scopes],
    cidrs: [...details.cidrs],
    expiresAt: details.expiresAt,
    createdAt: now(),
  });
}

function requireBusiness({ accountType }: Caller): void {
  if (accountType !== "BUSINESS") throw new AppError("forbidden", "API keys are for business accounts.");
}

function requireHeld({ scopes }: Caller, wanted: readonly Scope[]): void {
  if (!isSubset(wanted, scopes))
    throw new AppError("forbidden", "A key cannot have scopes that this token does not have.");
}

function checkCidrs(cidrs: readonly string[]): string[] {
  const wrong = cidrs.find((cidr) => !isCidr(cidr));
  if (wrong !== undefined) throw invalidField("cidrs", "must be addresses or ranges such as 203.0.113.0/24.");
  return [...cidrs];
}

function checkExpiry(expiresAt: Date | null): Date | null {
  if (expiresAt && expiresAt <= now()) throw invalidField("expires_at", "must be in the future.");
  return expiresAt;
}

type KeyRow = NonNullable<Awaited<ReturnType<typeof findKey>>>;

function toRecord(key: KeyRow) {
  return {
    kid: key.kid,
    name: key.name,
    environment: key.environment,
    scopes: key.scopes,
    cidrs: key.cidrs,
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
  };
}
