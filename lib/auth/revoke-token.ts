import type { Caller } from "@/lib/http/caller";
import { now } from "@/lib/kit/clock";
import { revokeFamiliesOf, revokeFamily, revokeKeysOf } from "./store";

export async function revokeToken({ credential }: Caller) {
  if (credential.kind === "bearer") await revokeFamily(credential.familyId, now());
  return { message: "OK" };
}

/** After a change of password: every token ends, API keys go on. */
export function endTokens(accountNumber: string): Promise<void> {
  return revokeFamiliesOf(accountNumber, now());
}

/** When an account ends, so does everything that speaks for it. */
export async function endCredentials(accountNumber: string): Promise<void> {
  await revokeFamiliesOf(accountNumber, now());
  await revokeKeysOf(accountNumber, now());
}
