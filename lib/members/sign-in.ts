import { isPasswordOf } from "@/lib/auth/passwords";
import { isLocked, noteFailure, noteSuccess } from "@/lib/auth/sign-in-tries";
import { type Browser, incorrect, openSession } from "./open-session";
import { findForSignIn } from "./store";

type Given = { email: string; password: string };

/** Opens a session for whoever knows the password. Tries are counted together with those at the token grant. */
export async function signIn({ email, password }: Given, browser: Browser) {
  const found = await findForSignIn(email);
  // Compared even for the locked and the unknown: the time an answer takes must not tell.
  const isCorrect = await isPasswordOf(found?.password_hash, password);
  if (await isLocked(email, browser.clientAddress)) throw incorrect();
  const login = found && { accountNumber: found.account_number, memberId: found.member_id };
  if (!found || !login || !isCorrect) {
    const failure = { via: "dashboard", outcome: "wrong password" } as const;
    await noteFailure(email, browser.clientAddress, login ? { ...login, ...failure } : null);
    throw incorrect();
  }
  await noteSuccess(email, browser.clientAddress);
  const who = {
    ...login,
    passwordHash: found.password_hash,
    hasSecondFactor: found.has_second_factor,
  };
  return openSession(who, browser);
}
