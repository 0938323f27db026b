import type { Owner } from "@/lib/http/message/caller";
import { storedDigest, storedDigests } from "@/lib/kit/secrets/crypto";
import { numbersOf } from "./numbers";
import { findPaidWithDigest, findPaidWithoutDigest, type Payee, type SealedRow, setPayeeDigest } from "./payee-store";

/** Identity numbers of Barbados are written with or without a hyphen. */
const plain = (number: string): string => number.replaceAll("-", "");

export const payeePurpose = "withdrawal payee";

/** The payee's digest includes the account number, so that the same payee of two merchants cannot be linked. */
const partsOf = ({ accountNumber }: Owner, { kind, platform, name, number }: Payee) =>
  [payeePurpose, accountNumber, kind, platform, name, plain(number)] as const;

export const payeeDigest = (owner: Owner, payee: Payee): Uint8Array<ArrayBuffer> =>
  storedDigest(...partsOf(owner, payee));

/** Whether the merchant completed or confirmed a withdrawal to this payee before. */
export async function isKnownPayee(owner: Owner, payee: Payee): Promise<boolean> {
  if (await findPaidWithDigest(owner, storedDigests(...partsOf(owner, payee)))) return true;
  const known = (await findPaidWithoutDigest(owner, payee)).find((row) => isTo(payee, row));
  // Stores the digest with the old withdrawal, so that the next check is a plain lookup.
  if (known) await setPayeeDigest(known.transactionId, payeeDigest(owner, payee));
  return known !== undefined;
}

/** Whether a withdrawal went to this payee. False if the withdrawal's account numbers cannot be unsealed. */
function isTo({ kind, number }: Payee, row: SealedRow): boolean {
  try {
    const { bankAccount, idNumber } = numbersOf(row);
    return plain((kind === "bank" ? bankAccount : idNumber) ?? "") === plain(number);
  } catch {
    return false;
  }
}
