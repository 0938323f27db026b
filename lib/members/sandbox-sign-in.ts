import { AppError } from "@/lib/kit/errors";
import { isSandboxSeed } from "@/lib/reference/sandbox";

/** The passwords of the public sandbox accounts are published, so failed sign-ins must not lock other users out. */
export function requireNotPublicSandbox(accountNumber: string): void {
  if (isSandboxSeed(accountNumber))
    throw new AppError("conflict", "The public sandbox accounts keep their team and how they sign in.", {
      refusal: { reason: "public_account" },
    });
}
