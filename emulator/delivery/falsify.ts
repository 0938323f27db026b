import { randomUUID } from "node:crypto";
import type { FaultKind } from "@/emulator/faults";
import { replaceFields, type WireValue } from "@/emulator/wire/answers";

/** Replaces the values that a fault of the kind `wrong_…` names. */
export function falsifyBody(body: WireValue, kind: FaultKind | undefined): WireValue {
  const otherIdentifier = randomUUID();
  switch (kind) {
    case "wrong_amount":
      return replaceFields(body, ["TotalAmount", "TotalCaptureAmount"], (amount) =>
        typeof amount === "bigint" ? amount + 100n : amount,
      );
    case "wrong_currency":
      return replaceFields(body, ["CurrencyCode"], (currency) => (currency === "840" ? "978" : "840"));
    case "wrong_identifier":
      return replaceFields(body, ["TransactionIdentifier", "OriginalTrxnIdentifier"], () => otherIdentifier);
    default:
      return body;
  }
}
