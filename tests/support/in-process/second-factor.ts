import { codeOf, stepAt } from "@/lib/auth/sign-in/totp";
import { now, second } from "@/lib/kit/clock";
import { beginSecondFactor, enableSecondFactor, pendingSecretOf } from "@/lib/members/second-factor";
import { signIn } from "@/lib/members/sign-in";
import { openTestAccount } from "@/tests/support/http/accounts";
import { enterAs, laptop } from "@/tests/support/http/members";

/** Second factors as use-cases know them, for tests without pages. */

export const codeStep = 30 * second;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
export function bytesOf(text: string): Buffer {
  const bits = [...text].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const wrongCode = (right: string): string => (right === "000000" ? "000001" : "000000");

/** An account whose holder has a second factor, and what their phone shows. `pass` moves the test's clock. */
export async function openWithFactor(pass: (milliseconds: number) => void) {
  const account = await openTestAccount();
  const viewer = await enterAs(account);
  const caller = viewer.callerIn("sandbox");
  await beginSecondFactor(viewer, account.password, laptop.clientAddress);
  const secret = bytesOf((await pendingSecretOf(viewer))?.text ?? "");
  const code = () => codeOf(secret, stepAt(now()));
  const { data } = await enableSecondFactor(viewer, caller, code());
  pass(codeStep);
  const halfway = async () => (await signIn(account, laptop)).sessionId;
  return { account, viewer, caller, code, halfway, recoveryCodes: data.recovery_codes.split("\n") };
}

/** For a running product, whose clock cannot be moved. A code is valid once, so the next one is of a later step. */
export async function withSecondFactor() {
  const account = await openTestAccount();
  const viewer = await enterAs(account);
  await beginSecondFactor(viewer, account.password, laptop.clientAddress);
  const secret = bytesOf((await pendingSecretOf(viewer))?.text ?? "");
  const step = stepAt(now());
  await enableSecondFactor(viewer, viewer.callerIn("sandbox"), codeOf(secret, step));
  return { account, nextCode: () => codeOf(secret, step + 1) };
}
