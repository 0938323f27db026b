import type { Caller } from "@/lib/http/message/caller";
import type { EndpointSpec } from "@/lib/http/message/endpoint";
import { AppError, invalidField, unauthorised } from "@/lib/kit/errors";
import type { Environment } from "@/lib/reference/platforms";
import { covers } from "@/lib/reference/scopes";

/** The fields of a contract that decide who may call the endpoint. Dashboard forms have none of these fields. */
export type GuardedContract = Partial<Pick<EndpointSpec, "auth" | "keyRefusal" | "scopes" | "changesAccount">>;

/** Refuses callers that the contract does not allow: wrong kind of credential, missing scope, or a test key. */
export function guard(contract: GuardedContract, caller: Caller): void {
  if (contract.auth === "bearer" && caller.credential.kind === "api-key") {
    throw contract.keyRefusal ? new AppError("invalid", contract.keyRefusal) : unauthorised();
  }
  const { scopes } = contract;
  if (scopes?.length && !scopes.some((scope) => covers(caller.scopes, scope))) {
    throw new AppError("forbidden", "Invalid scope(s) provided.", { refusal: { reason: "account_kind" } });
  }
  const { credential } = caller;
  const isTestKey = credential.kind === "api-key" && credential.environment === "sandbox";
  if (contract.changesAccount && isTestKey && caller.canGoLive) {
    throw new AppError("forbidden", "A test key cannot change the account.");
  }
}

/** `isProven`: the member entered their password in the dashboard's form. */
export type MemberProof = { isProven: boolean };
export const unproven: MemberProof = { isProven: false };

/**
 * Requires a member's password for a risky change; `purpose` says for which one. The API does not ask: a password
 * granted the token, and an API key stands for a server.
 */
export function requireProof({ credential }: Caller, { isProven }: MemberProof, purpose: string): void {
  if (credential.kind === "member" && !isProven)
    throw invalidField("password", `field is required to ${purpose}.`, { rule: "required" });
}

/**
 * Returns the environment that a request acts on. API keys and dashboard pages have their own. With a bearer token, the
 * query or body names it. The default is live, or sandbox if the account cannot go live.
 */
export function chooseEnvironment(caller: Caller, input: { query?: unknown; body?: unknown }): Environment {
  const named = [input.query, input.body].map(environmentIn).filter((value) => value !== undefined);
  if (new Set(named).size > 1) {
    throw new AppError("invalid", "The environment in the query and in the body must be the same.");
  }
  const { credential } = caller;
  const own = "environment" in credential ? credential.environment : caller.canGoLive ? "live" : "sandbox";
  const chosen = named[0] ?? own;
  if ("environment" in credential && chosen !== own) {
    throw new AppError("forbidden", `This ${credential.kind === "api-key" ? "key" : "page"} acts on ${own} only.`);
  }
  if (chosen === "live" && !caller.canGoLive) {
    throw new AppError("forbidden", "This account is confined to sandbox.", { refusal: { reason: "sandbox_only" } });
  }
  return chosen;
}

function environmentIn(fields: unknown): Environment | undefined {
  const hasOne = typeof fields === "object" && fields !== null && "environment" in fields;
  return hasOne ? (fields.environment as Environment | undefined) : undefined;
}
