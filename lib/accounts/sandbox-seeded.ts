import { currencies } from "@/lib/reference/currencies";
import { sandbox } from "@/lib/reference/sandbox";
import { isSeedComplete } from "./store";

export const openingSubject = (currency: string) => `sandbox-opening-${currency}`;

/** Separate from `seedSandbox()`, because every start runs this check, and creating accounts loads much more code. */
export function isSandboxSeeded(): Promise<boolean> {
  const { merchant, person } = sandbox;
  return isSeedComplete({
    accountNumbers: [merchant.accountNumber, person.accountNumber],
    merchantNumber: merchant.accountNumber,
    openingSubjects: currencies.map(openingSubject),
  });
}
