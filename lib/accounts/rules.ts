import { isPossiblePhoneNumber } from "libphonenumber-js/max";
import { passwordProblem } from "@/lib/auth/sign-in/passwords";
import { AppError, invalidField } from "@/lib/kit/errors";
import type { ReachableRow } from "./store";

export const emailTaken = () =>
  new AppError("conflict", "An account with this email already exists.", { refusal: { reason: "email_in_use" } });

export function checkPassword(password: string, ...emails: readonly (string | null | undefined)[]): void {
  const problem = passwordProblem(password, emails);
  if (problem) throw invalidField("password", problem, { rule: "weak" });
}

/** Accepts phone numbers of any country. `PATCH /user/phone` requires one of the platform's country. */
export function checkPhone(phone: string | undefined): void {
  if (phone !== undefined && !isPossiblePhoneNumber(phone))
    throw invalidField("phone", "must be a complete phone number.");
}

export function toAccountRecord(account: ReachableRow) {
  return {
    account_number: account.accountNumber,
    type: account.type,
    email: account.email,
    ...(account.pendingEmail && { pending_email: account.pendingEmail }),
    first_name: account.firstName,
    last_name: account.lastName,
    phone: account.phone,
    country_code: account.homePlatform,
    verified: account.verifiedAt !== null,
    created_at: account.createdAt.toISOString(),
  };
}
