import { currencies } from "@/lib/reference/currencies";
import { sandbox, sandboxNumbers } from "@/lib/reference/sandbox";
import { isSeedComplete } from "./store";

export const openingSubject = (currency: string) => `sandbox-opening-${currency}`;

/** Separate from `seedSandbox()`, because every start runs this check, and creating accounts loads much more code. */
export function isSandboxSeeded(): Promise<boolean> {
  return isSeedComplete({
    accountNumbers: sandboxNumbers,
    merchantNumbers: [sandbox.merchant.accountNumber, sandbox.shop.accountNumber],
    openingSubjects: currencies.map(openingSubject),
  });
}
