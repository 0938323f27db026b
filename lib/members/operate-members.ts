import { ambiguousAddress, findAccountOrThrow } from "@/lib/accounts/operate-accounts";
import { AppError } from "@/lib/kit/errors";
import { clearLostFactor } from "./second-factor";
import { findForSignIn, type Person } from "./store";

/** For a member who lost the phone and the recovery codes. The operator must verify the member's identity first. */
export async function switchSecondFactorOff(numberOrEmail: string): Promise<void> {
  const { email, ...person } = await findPersonOrThrow(numberOrEmail);
  await clearLostFactor(person, email);
}

/** Finds a member by email address, or the account holder by account number. */
async function findPersonOrThrow(numberOrEmail: string): Promise<Person & { email: string }> {
  if (!numberOrEmail.includes("@")) {
    const { accountNumber, email } = await findAccountOrThrow(numberOrEmail);
    return { accountNumber, memberId: accountNumber, email: email ?? "" };
  }
  const email = numberOrEmail.toLowerCase();
  const [found, another] = await findForSignIn(email);
  if (another) throw ambiguousAddress(numberOrEmail);
  if (!found) throw new AppError("not_found", `No member signs in with ${numberOrEmail}.`);
  return { accountNumber: found.accountNumber, memberId: found.memberId, email };
}
