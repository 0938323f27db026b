import { AppError } from "@/lib/kit/errors";
import { isSandboxSeed } from "@/lib/reference/sandbox";

/** Everybody knows their password: nobody may keep the others out. */
export function keepSandboxSignIn(accountNumber: string): void {
  if (isSandboxSeed(accountNumber))
    throw new AppError("conflict", "The public sandbox accounts keep their team and how they sign in.");
}
