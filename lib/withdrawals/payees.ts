import type { Owner } from "@/lib/http/route/caller";
import { storedDigest, storedDigests } from "@/lib/kit/secrets/crypto";
import { numbersOf } from "./numbers";
import { findPaidWithDigest, findPaidWithoutDigest, type Payee, type SealedRow, setPayeeDigest } from "./payee-store";

/** Barbados writes identity numbers with and without a hyphen. */
const plain = (number: string): string => number.replaceAll("-", "");

export const payeePurpose = "withdrawal payee";

/** The account is part of the digest, so that equal payees of two merchants cannot be linked. */
const partsOf = ({ accountNumber }: Owner, { kind, platform, name, number }: Payee) =>
  [payeePurpose, accountNumber, kind, platform, name, plain(number)] as const;

export const payeeDigest = (owner: Owner, payee: Payee): Uint8Array<ArrayBuffer> =>
  storedDigest(...partsOf(owner, payee));

/** Whether a withdrawal to the payee was completed before, or its owner confirmed one. */
export async function isKnownPayee(owner: Owner, payee: Payee): Promise<boolean> {
  if (await findPaidWithDigest(owner, storedDigests(...partsOf(owner, payee)))) return true;
  const known = (await findPaidWithoutDigest(owner, payee)).find((row) => isTo(payee, row));
  // The digest spares the next withdrawal this comparison.
  if (known) await setPayeeDigest(known.transactionId, payeeDigest(owner, payee));
  return known !== undefined;
}

/** Numbers that cannot be opened any more make no payee known. */
function isTo({ kind, number }: Payee, row: SealedRow): boolean {
  try {
    const { bankAccount, idNumber } = numbersOf(row);
    return plain((kind === "bank" ? bankAccount : idNumber) ?? "") === plain(number);
  } catch {
    return false;
  }
}
