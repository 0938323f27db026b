import { hash, verify } from "@node-rs/argon2";
import { env } from "@/lib/kit/env";
import { invalidField } from "@/lib/kit/errors";
import { codePoints } from "@/lib/kit/fields";
import { passwordLengthMax, passwordLengthMin } from "./contract";

const productionLengthMin = 12;

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. The library's default is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let nobodysHash: Promise<string> | undefined;

/** Compares a password; for an unknown account it compares with nobody's, so that both cost the same time. */
export async function isPasswordOf(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword("the password of nobody at all");
  const matches = await verify(passwordHash ?? (await nobodysHash), password);
  return matches && passwordHash !== undefined;
}

/** What is wrong with a new password, as the end of "The password …", or null. */
export function passwordProblem(password: string): string | null {
  const length = codePoints(password);
  if (length < passwordLengthMin) return `must be at least ${passwordLengthMin} characters.`;
  if (length > passwordLengthMax) return `may not be greater than ${passwordLengthMax} characters.`;
  if (!env().isProduction) return null;
  if (length < productionLengthMin) return `must be at least ${productionLengthMin} characters.`;
  return /\p{L}/u.test(password) && /\d/.test(password) ? null : "must contain a letter and a digit.";
}

type NewPassword = { new_password: string; confirm_password: string; old_password?: string };

export function checkNewPassword({ old_password: old, new_password: chosen, confirm_password }: NewPassword): void {
  const problem = passwordProblem(chosen);
  if (problem) throw invalidField("new_password", problem);
  if (confirm_password !== chosen) throw invalidField("confirm_password", "must match the new password.");
  if (chosen === old) throw invalidField("new_password", "must be different from the old password.");
}
