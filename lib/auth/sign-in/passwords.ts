import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { passwordLengthMax, passwordLengthMin } from "@/lib/auth/contract";
import { env } from "@/lib/kit/env";
import { invalidField } from "@/lib/kit/errors";
import { codePoints } from "@/lib/kit/text/code-points";

const productionLengthMin = 12;
/** A password must not contain the local part of the email address. Shorter local parts are not checked. */
const nameLengthMin = 4;

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. The library's default is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

let dummyHash: Promise<string> | undefined;

/**
 * Compares with a dummy hash if the account is unknown, so that the response time does not reveal which emails exist.
 */
export async function isPasswordOf(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword("a password that belongs to no account");
  const matches = await verify(passwordHash ?? (await dummyHash), password);
  return matches && passwordHash !== undefined;
}

/**
 * Returns the first account with this password. There are several candidates only if unconfirmed accounts share an
 * email address, and at most three (lib/accounts).
 */
export async function findByPassword<Candidate extends { passwordHash: string }>(
  candidates: readonly Candidate[],
  password: string,
): Promise<Candidate | undefined> {
  if (candidates.length === 0) await isPasswordOf(undefined, password);
  for (const candidate of candidates) if (await isPasswordOf(candidate.passwordHash, password)) return candidate;
  return undefined;
}

/**
 * Returns what is wrong with a new password, as the end of "The password …", or null. `emails` are the owner's sign-in
 * addresses.
 */
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

/** The rules of `passwordProblem()` in words, for the form that asks for a new password. */
export const passwordRules = (): string =>
  env().isProduction
    ? `At least ${productionLengthMin} characters, with a letter and a digit. Not your email address.`
    : `At least ${passwordLengthMin} characters.`;

/** The same for a form that replaces a password. */
export const newPasswordRules = (): string => `${passwordRules()} Not one of your last four passwords.`;

/** Whether the password contains the email address, or its local part if that is long enough. */
function contains(password: string, email: string): boolean {
  const [text, [name = ""]] = [password.toLowerCase(), email.toLowerCase().split("@")];
  return text.includes(email.toLowerCase()) || (name.length >= nameLengthMin && text.includes(name));
}

let common: ReadonlySet<string> | undefined;

/** Ignores trailing digits and punctuation, because "Password1234!" is as easy to guess as "password". */
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
  if (problem) throw invalidField("new_password", problem, { rule: "weak" });
  if (confirm_password !== chosen)
    throw invalidField("confirm_password", "must match the new password.", { rule: "unlike" });
  if (chosen === old)
    throw invalidField("new_password", "must be different from the old password.", { rule: "reused" });
}
