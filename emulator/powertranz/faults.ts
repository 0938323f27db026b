import { randomUUID } from "node:crypto";
import type { Fault as BaseFault } from "@/emulator/base/faults";
import type { OwnFaults } from "@/emulator/base/own-faults";
import { json, replaceFields, type WireValue } from "@/emulator/base/wire/answers";
import { codeFields } from "./iso-codes";

const endpoints = [
  "alive",
  "sale",
  "payment",
  "transaction",
  "search",
  "orderSearch",
  "void",
  "refund",
  "capture",
  "conductor",
  "challenge",
  "return",
] as const;
export type FaultEndpoint = (typeof endpoints)[number];

const ownKinds = {
  code: "Answers with the ISO code `code` for the transaction and does not do the work.",
  wrong_amount: "Does the work, and answers with another amount.",
  wrong_currency: "Does the work, and answers with another currency.",
  wrong_identifier: "Does the work, and answers with another TransactionIdentifier.",
} as const;

const forgeries = {
  status: "The post says Approved true and status Y, also after the payer failed.",
  unsupported: "The post says that the card does not support 3-D Secure (3D1).",
  token: "The post has another SpiToken.",
  identifier: "The post has another TransactionIdentifier.",
} as const;
export type Forgery = keyof typeof forgeries;

export type Fault = BaseFault<FaultEndpoint, keyof typeof ownKinds, Forgery>;
export type FaultKind = Fault["kind"];

const codeDefault = "96";

export const ownFaults: OwnFaults = {
  endpoints,
  kinds: ownKinds,
  forgeries,
  refuse({ kind, code = codeDefault }, transactionIdentifier) {
    if (kind !== "code") return null;
    return json({
      TransactionType: 2,
      Approved: false,
      TransactionIdentifier: transactionIdentifier ?? undefined,
      ...codeFields(code),
    });
  },
  falsify,
};

/** Replaces the values that a fault of the kind `wrong_…` names. */
export function falsify(body: WireValue, fault: BaseFault | null): WireValue {
  const otherIdentifier = randomUUID();
  switch (fault?.kind) {
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
