import { env } from "@/lib/kit/env";
import { AppError } from "@/lib/kit/errors";
import { isSandboxSeed } from "@/lib/reference/sandbox";

/**
 * The sandbox accounts have published passwords and keys. These are valid only while SEED_SANDBOX is on, although the
 * accounts stay in the database once a start has seeded them.
 */
export const isSwitchedOff = (accountNumber: string): boolean => isSandboxSeed(accountNumber) && !env().SEED_SANDBOX;

/** In production, strangers must not use the published credentials to make the server send mail or call URLs. */
export function requireNotPublic(accountNumber: string, what: "accounts" | "webhooks"): void {
  if (!isSandboxSeed(accountNumber) || !env().isProduction) return;
  const reason = "Anyone can use the public sandbox accounts";
  throw new AppError(
    "forbidden",
    `${reason}, so they cannot create ${what} here. Sign up for an account of your own.`,
    {
      refusal: { reason: "public_account" },
    },
  );
}
