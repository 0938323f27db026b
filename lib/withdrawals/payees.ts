import type { Owner } from "@/lib/http/route/caller";
import { storedDigest, storedDigests } from "@/lib/kit/secrets/crypto";
import { numbersOf } from "./numbers";
import { findPaidWithDigest, findPaidWithoutDigest, type Payee, type SealedRow, setPayeeDigest } from "./payee-store";

/** Identity numbers of Barbados are written with or without a hyphen. */
const plain = (number: string): string => number.replaceAll("-", "");

export const payeePurpose = "withdrawal payee";

/** The digest includes the account, so that the same payee of two merchants cannot be linked. */
const partsOf = ({ accountNumber }: Owner, { kind, platform, name, number }: Payee) =>
  [payeePurpose, accountNumber, kind, platform, name, plain(number)] as const;

export const payeeDigest = (owner: Owner, payee: Payee): Uint8Array<ArrayBuffer> =>
  storedDigest(...partsOf(owner, payee));

/** Whether a withdrawal to the payee was completed before, or the merchant confirmed one. */
export async function isKnownPayee(owner: Owner, payee: Payee): Promise<boolean> {
  if (await findPaidWithDigest(owner, storedDigests(...partsOf(owner, payee)))) return true;
  const known = (await findPaidWithoutDigest(owner, payee)).find((row) => isTo(payee, row));
  // Storing the digest makes the next check a plain lookup.
  if (known) await setPayeeDigest(known.transactionId, payeeDigest(owner, payee));
  return known !== undefined;
}

/** False for numbers that can no longer be unsealed. */
function isTo({ kind, number }: Payee, row: SealedRow): boolean {
  try {
    const { bankAccount, idNumber } = numbersOf(row);
    return plain((kind === "bank" ? bankAccount : idNumber) ?? "") === plain(number);
  } catch {
    return false;
  }
}
