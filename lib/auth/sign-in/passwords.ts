import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { passwordLengthMax, passwordLengthMin } from "@/lib/auth/contract";
import { env } from "@/lib/kit/env";
import { invalidField } from "@/lib/kit/errors";
import { codePoints } from "@/lib/kit/fields";

const productionLengthMin = 12;
/** The part of an address before its @ that a password must not contain has at least so many characters. */
const nameLengthMin = 4;

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

/**
 * The first candidate whose password it is. Only unconfirmed accounts that share an address are several, and never more than
 * three (lib/accounts).
 */
export async function findByPassword<Candidate extends { passwordHash: string }>(
  candidates: readonly Candidate[],
  password: string,
): Promise<Candidate | undefined> {
  if (candidates.length === 0) await isPasswordOf(undefined, password);
  for (const candidate of candidates) if (await isPasswordOf(candidate.passwordHash, password)) return candidate;
  return undefined;
}

/** What is wrong with a new password, as the end of "The password …", or null. `emails` are those that its owner signs in with. */
export function passwordProblem(password: string, emails: readonly (string | null | undefined)[] = []): string | null {
  const length = codePoints(password);
  if (length < passwordLengthMin) return `must be at least ${passwordLengthMin} characters.`;
  if (length > passwordLengthMax) return `may not be greater than ${passwordLengthMax} characters.`;
  if (!env().isProduction) return null;
  if (length < productionLengthMin) return `must be at least ${productionLengthMin} characters.`;
  if (!/\p{L}/u.test(password) || !/\d/.test(password)) return "must contain a letter and a digit.";
  if (emails.some((email) => email && contains(password, email))) return "must not contain your email address.";
  return isCommon(password) ? "is one of the most common passwords. Choose another one." : null;
}

/** The whole address, or what stands before its @, unless that is too short to be a hint. */
function contains(password: string, email: string): boolean {
  const [text, [name = ""]] = [password.toLowerCase(), email.toLowerCase().split("@")];
  return text.includes(email.toLowerCase()) || (name.length >= nameLengthMin && text.includes(name));
}

let common: ReadonlySet<string> | undefined;

/** A common word with digits and punctuation after it is as easy to guess, such as "Password1234!". */
function isCommon(password: string): boolean {
  common ??= new Set(dictionary["passwords-common"]);
  const text = password.toLowerCase();
  return common.has(text) || common.has(text.replace(/[^\p{L}]+$/u, ""));
}

type NewPassword = { new_password: string; confirm_password: string; old_password?: string };

export function checkNewPassword(
  { old_password: old, new_password: chosen, confirm_password }: NewPassword,
  email: string | null | undefined,
): void {
  const problem = passwordProblem(chosen, [email]);
  if (problem) throw invalidField("new_password", problem);
  if (confirm_password !== chosen) throw invalidField("confirm_password", "must match the new password.");
  if (chosen === old) throw invalidField("new_password", "must be different from the old password.");
}
