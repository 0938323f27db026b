import { unlockSignIn } from "@/lib/auth/sign-in-tries";
import { now } from "@/lib/kit/clock";
import { AppError } from "@/lib/kit/errors";
import type { Platform } from "@/lib/reference/platforms";
import { type AccountRow, findAccount, findLivingByEmail, updateAccountRow } from "./store";

/** What only the operator may change (npm run accounts). */

export async function findAccountOrThrow(numberOrEmail: string): Promise<AccountRow> {
  const account = numberOrEmail.includes("@")
    ? await findLivingByEmail(numberOrEmail.toLowerCase())
    : await findAccount(numberOrEmail);
  if (!account || account.deletedAt) throw new AppError("not_found", `There is no account ${numberOrEmail}.`);
  return account;
}

export async function verifyAccount({ accountNumber, verifiedAt }: AccountRow): Promise<void> {
  if (!verifiedAt) await updateAccountRow(accountNumber, { verifiedAt: now() });
}

export async function enableLive(account: AccountRow, platform: Platform): Promise<void> {
  if (account.sandboxOnly)
    throw new AppError("forbidden", "This account is confined to sandbox and can never go live.");
  if (!account.verifiedAt) throw new AppError("invalid", "Verify the account first.");
  await updateAccountRow(account.accountNumber, {
    platforms: [...new Set([...account.platforms, platform])],
    livePlatforms: [...new Set([...account.livePlatforms, platform])],
  });
}

export async function unlockAccount({ email }: AccountRow): Promise<void> {
  await unlockSignIn(email);
}
