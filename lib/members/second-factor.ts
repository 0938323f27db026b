import { randomBytes } from "node:crypto";
import { actorOf, operator, recordBy, recordChange } from "@/lib/audit/record";
import {
  normalCode,
  proveCode,
  recoveryDigestOf,
  sealedAs,
  secretOf,
  unlockCodes,
} from "@/lib/auth/sign-in/prove-code";
import { findSecondFactor } from "@/lib/auth/sign-in/store";
import { keyUri, stepOfCode, toBase32 } from "@/lib/auth/sign-in/totp";
import { endTokenFamilies } from "@/lib/auth/tokens/revoke-token";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import { later, now } from "@/lib/kit/clock";
import { AppError, invalidField } from "@/lib/kit/errors";
import { newUlid } from "@/lib/kit/ids";
import { seal } from "@/lib/kit/secrets/crypto";
import { mailMember } from "@/lib/mail/mail-member";
import { type Browser, recordSessionOpened } from "./open-session";
import { requireNotPublicSandbox } from "./sandbox-sign-in";
import { clearSecret, enableSecret, setPendingSecret } from "./second-factor-store";
import { sessionLifetimeMs, type Viewer } from "./sessions";
import { proveOwnPassword } from "./set-password";
import {
  claimCodeAttempt,
  completeSession,
  deleteMemberSessions,
  isHolder,
  lockAccountShared,
  type Person,
  restorePasswordGrant,
} from "./store";

const secretBytes = 20;
const recoveryCodeCount = 10;
const recoveryCodeBytes = 5;
/** After this many wrong codes of the second factor, the member must enter the password again. */
const codeAttemptsMax = 5;

/** Stores a pending TOTP secret. `enableSecondFactor` activates it when the member enters a first code. */
export async function beginSecondFactor(viewer: Viewer, password: string, clientAddress: string) {
  requireNotPublicSandbox(viewer.account.number);
  await proveOwnPassword(viewer, password, clientAddress);
  const secret = seal(sealedAs, viewer.memberId, randomBytes(secretBytes).toString("hex"));
  if (!(await setPendingSecret(viewer.memberId, secret)))
    throw new AppError("conflict", "The second factor is on already.", { refusal: { reason: "second_factor_on" } });
  return { message: "OK" as const };
}

export type PendingSecret = NonNullable<Awaited<ReturnType<typeof pendingSecretOf>>>;

/** The TOTP secret is shown only while it is pending, never after it is active. */
export async function pendingSecretOf({ memberId, email }: Viewer) {
  const row = await findSecondFactor(memberId);
  if (!row?.sealedTotp || row.totpSince) return null;
  const secret = secretOf(row);
  return { uri: keyUri(email, secret), text: toBase32(secret) };
}

/**
 * Ends the member's other sessions. For the account holder, also ends all API tokens, because they were granted by
 * password alone. Locks the account first, so that a concurrent token grant either finishes before or requires the
 * code.
 */
export async function enableSecondFactor(viewer: Viewer, caller: Caller, code: string) {
  const { memberId, email, account } = viewer;
  const row = await findSecondFactor(memberId);
  const at = now();
  const step = row?.sealedTotp ? stepOfCode(secretOf(row), normalCode(code), at) : null;
  if (!row || step === null)
    throw invalidField("code", "is wrong. Look at the app again, and at your phone's clock.", { rule: "incorrect" });
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const recoveryDigests = codes.map((recoveryCode) => recoveryDigestOf(memberId, recoveryCode));
  const isOfHolder = isHolder({ accountNumber: account.number, memberId });
  await inTransaction(async () => {
    await lockAccountShared(account.number);
    if (!(await enableSecret(row, { totpSince: at, totpStep: step, recoveryDigests })))
      throw new AppError("conflict", "The second factor was changed in the meantime.", {
        refusal: { reason: "second_factor_changed" },
      });
    await deleteMemberSessions({ memberId, NOT: { id: viewer.sessionId } });
    if (isOfHolder) await endTokenFamilies(account.number);
    await mailMember.secondFactorEnabled(account.number, email, { hasEndedTokens: isOfHolder });
    await recordChange(caller, "second_factor.enabled", { subject: memberId });
  });
  return { message: "OK" as const, data: { recovery_codes: codes.join("\n") } };
}

export async function disableSecondFactor(
  viewer: Viewer,
  caller: Caller,
  { password, code }: { password: string; code: string },
  clientAddress: string,
) {
  const person = { accountNumber: viewer.account.number, memberId: viewer.memberId };
  await proveOwnPassword(viewer, password, clientAddress);
  if (!(await proveCode(person, code, clientAddress))) throw invalidField("code", "is wrong.", { rule: "incorrect" });
  await inTransaction(() => removeFactor(person, viewer.email, actorOf(caller)));
  return { message: "OK" as const };
}

/** For the operator: removes a lost second factor, resets the count of wrong codes and ends the member's sessions. */
export async function clearLostFactor(person: Person, email: string): Promise<void> {
  const { accountNumber, memberId } = person;
  await inTransaction(async () => {
    await lockAccountShared(accountNumber);
    if (!(await findSecondFactor(memberId))?.totpSince)
      throw new AppError("conflict", "There is no second factor to switch off.", {
        refusal: { reason: "second_factor_off" },
      });
    await deleteMemberSessions({ memberId });
    await unlockCodes(memberId);
    await removeFactor(person, email, operator);
  });
}

/**
 * Re-enables the password grant for the account holder, who otherwise has no way left to get a token. Updates the
 * account before the member, in the order in which a sign-in locks them.
 */
async function removeFactor(person: Person, email: string, actor: string): Promise<void> {
  const { accountNumber, memberId } = person;
  const isGrantBack = isHolder(person) && (await restorePasswordGrant(accountNumber));
  await clearSecret(memberId);
  await mailMember.secondFactorDisabled(accountNumber, email);
  await recordBy(actor, accountNumber, "second_factor.disabled", { subject: memberId });
  if (isGrantBack) await recordBy(actor, accountNumber, "password_grant.changed", { detail: { is_on: true } });
}

/** Completes a sign-in with the code of the second factor. The session gets a new id. */
export async function enterCode(sessionId: string | null, code: string, browser: Browser): Promise<string> {
  const at = now();
  const pending = sessionId ? await claimCodeAttempt(sessionId, at, codeAttemptsMax) : undefined;
  if (!sessionId || !pending) throw signInAgain();
  const { memberId, accountNumber, codeTries: attempts } = pending;
  if (!(await proveCode({ accountNumber, memberId }, code, browser.clientAddress))) {
    if (attempts < codeAttemptsMax)
      throw new AppError("unauthorised", "The code is wrong.", { refusal: { reason: "code_wrong" } });
    await deleteMemberSessions({ id: sessionId });
    throw signInAgain();
  }
  const newId = newUlid(at);
  await inTransaction(async () => {
    if (!(await completeSession(sessionId, newId, at, later(sessionLifetimeMs, at)))) throw signInAgain();
    await recordSessionOpened({ accountNumber, memberId }, browser);
  });
  return newId;
}

const signInAgain = () =>
  new AppError("unauthorised", "That took too long, or too many codes were wrong. Sign in again.", {
    refusal: { reason: "code_too_late" },
  });

const newRecoveryCode = (): string => `${toBase32(randomBytes(recoveryCodeBytes))}`;
