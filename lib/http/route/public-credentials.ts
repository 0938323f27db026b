import { env } from "@/lib/kit/env";
import { AppError } from "@/lib/kit/errors";
import { isSandboxSeed } from "@/lib/reference/sandbox";

/**
 * The password and key of the sandbox accounts are published. They are credentials only where the operator asks for the
 * sandbox: accounts that an earlier start seeded stay in the database.
 */
export const isSwitchedOff = (accountNumber: string): boolean => isSandboxSeed(accountNumber) && !env().SEED_SANDBOX;

/** In production a stranger with the published credentials must not make us mail people or call addresses. */
export function requireNotPublic(accountNumber: string, what: "accounts" | "webhooks"): void {
  if (!isSandboxSeed(accountNumber) || !env().isProduction) return;
  const reason = "Anyone can use the public sandbox accounts";
  throw new AppError("forbidden", `${reason}, so they cannot create ${what} here. Sign up for an account of your own.`);
}
