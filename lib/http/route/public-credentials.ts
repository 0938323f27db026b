import { env } from "@/lib/kit/env";
import { AppError } from "@/lib/kit/errors";
import { isSandboxSeed } from "@/lib/reference/sandbox";

/**
 * The sandbox accounts have published passwords and keys, which are valid only while SEED_SANDBOX is on. The accounts
 * themselves stay in the database after an earlier start seeded them.
 */
export const isSwitchedOff = (accountNumber: string): boolean => isSandboxSeed(accountNumber) && !env().SEED_SANDBOX;

/** Keeps strangers with published credentials from making a production process send mail or call URLs. */
export function requireNotPublic(accountNumber: string, what: "accounts" | "webhooks"): void {
  if (!isSandboxSeed(accountNumber) || !env().isProduction) return;
  const reason = "Anyone can use the public sandbox accounts";
  throw new AppError("forbidden", `${reason}, so they cannot create ${what} here. Sign up for an account of your own.`);
}
