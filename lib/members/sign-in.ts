import { findByPassword } from "@/lib/auth/sign-in/passwords";
import { isLocked, recordSignInFailure, recordSignInSuccess } from "@/lib/auth/sign-in/sign-in-attempts";
import { isSwitchedOff } from "@/lib/http/route/public-credentials";
import { AppError } from "@/lib/kit/errors";
import { type Browser, incorrect, openMemberSession } from "./open-session";
import { findForSignIn } from "./store";

type Given = { email: string; password: string };

/** Signs a member in to the dashboard. Failed attempts count together with those of the API's token grant. */
export async function signIn({ email, password }: Given, browser: Browser) {
  const candidates = await findForSignIn(email);
  // Also hashes for locked and unknown addresses, so that the response time does not reveal whether they exist.
  const found = await findByPassword(candidates, password);
  if (await isLocked(email, browser.clientAddress)) throw incorrect();
  const [only] = candidates.length === 1 ? candidates : [found];
  const login = only ? { accountNumber: only.accountNumber, memberId: only.memberId } : null;
  if (!found || !login || isSwitchedOff(found.accountNumber)) {
    const failure = { via: "dashboard", outcome: "wrong password" } as const;
    await recordSignInFailure(email, browser.clientAddress, login ? { ...login, ...failure } : null);
    throw incorrect();
  }
  await recordSignInSuccess(email, browser.clientAddress);
  // The dashboard has no scopes, so it would allow more than the limited credential that set the password.
  if (found.isLimited) throw limited();
  return openMemberSession({ ...found, ...login }, browser);
}

const limited = () =>
  new AppError(
    "forbidden",
    "This password was set by an API key or token with limited scopes, so it opens API tokens only. Choose your own under “Forgot the password?”.",
    { refusal: { reason: "sign_in_limited" } },
  );
