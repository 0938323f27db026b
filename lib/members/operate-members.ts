import { findAccountOrThrow } from "@/lib/accounts/operate-accounts";
import { AppError } from "@/lib/kit/errors";
import { clearLostFactor } from "./second-factor";
import { findForSignIn, type Person } from "./store";

/** For whoever lost phone and recovery codes, and has proven to the operator who they are. */
export async function switchSecondFactorOff(numberOrEmail: string): Promise<void> {
  const { email, ...person } = await findPersonOrThrow(numberOrEmail);
  await clearLostFactor(person, email);
}

/** An account's number stands for its holder. */
async function findPersonOrThrow(numberOrEmail: string): Promise<Person & { email: string }> {
  if (!numberOrEmail.includes("@")) {
    const { accountNumber, email } = await findAccountOrThrow(numberOrEmail);
    return { accountNumber, memberId: accountNumber, email: email ?? "" };
  }
  const email = numberOrEmail.toLowerCase();
  const [found, another] = await findForSignIn(email);
  if (another)
    throw new AppError("conflict", `Several accounts have ${numberOrEmail}, unconfirmed. Give an account number.`);
  if (!found) throw new AppError("not_found", `Nobody signs in with ${numberOrEmail}.`);
  return { accountNumber: found.account_number, memberId: found.member_id, email };
}
