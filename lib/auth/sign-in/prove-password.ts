import type { AppError } from "@/lib/kit/errors";
import { isPasswordOf } from "./passwords";
import type { Login } from "./record-failure";
import { isLocked, recordSignInFailure, recordSignInSuccess } from "./sign-in-attempts";

type SignIn = Login & { email: string; passwordHash: string };

/**
 * Checks the password of a caller who is already authenticated. Shares the sign-in lock-out, so a stolen token or
 * browser buys no extra guesses.
 */
export async function provePassword(
  { email, passwordHash, accountNumber, memberId }: SignIn,
  password: string,
  clientAddress: string,
  wrong: () => AppError,
): Promise<void> {
  const isCorrect = await isPasswordOf(passwordHash, password);
  if (await isLocked(email, clientAddress)) throw wrong();
  if (!isCorrect) {
    const failure = { via: "password check", outcome: "wrong password" } as const;
    await recordSignInFailure(email, clientAddress, { accountNumber, memberId, ...failure });
    throw wrong();
  }
  await recordSignInSuccess(email, clientAddress);
}
