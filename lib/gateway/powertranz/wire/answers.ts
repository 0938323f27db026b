import * as z from "zod/mini";
import type { Authentication } from "@/lib/gateway/port";
import type { GatewayAnswer } from "@/lib/gateway/powertranz/transport/transport";
import { type Minor, parseMinor } from "@/lib/kit/money";
import type { Currency } from "@/lib/reference/currencies";
import { currencyNumbers } from "./sale-request";

/** The gateway's answers. Fields that the code does not need are left out, and a field of another type is absent. */

export const codes = {
  approved: "00",
  /** The browser must run 3DS. */
  preprocessed: "SP4",
  authenticated: "3D0",
  /** The card does not take part in 3DS. */
  unsupported: "3D1",
  /** The credentials of the terminal are wrong. */
  badCredentials: "89",
  duplicate: "94",
} as const;

/** Approvals with a condition or for a part of the amount. They take money, but not as requested. */
export const partialCodes: readonly string[] = ["08", "10", "11", "16", "32"];

/** Answers to a query that say that the transaction does not exist. */
export const unknownCodes: readonly string[] = ["25", "76", "77"];

export const transactionTypes = { sale: 2, void: 4, refund: 5 } as const;

const text = z.catch(z.optional(z.string()), undefined);
const flag = z.catch(z.optional(z.boolean()), undefined);
/** The shortest text of a parsed number equals the number that was sent, up to 15 digits. */
const amount = z.catch(
  z.optional(
    z.pipe(
      z.number(),
      z.transform((value) => parseMinor(String(value)) ?? undefined),
    ),
  ),
  undefined,
);
const count = z.catch(z.optional(z.number()), undefined);

const threeDSecure = z.object({
  ResponseCode: text,
  Eci: text,
  AuthenticationStatus: text,
  DsTransId: text,
  CardholderInfo: text,
});

const transaction = z.object({
  TransactionIdentifier: text,
  TransactionType: count,
  Approved: flag,
  TotalAmount: amount,
  CurrencyCode: text,
  IsoResponseCode: text,
  AuthorizationCode: text,
  RRN: text,
  ExternalIdentifier: text,
  AvsResponseCode: text,
  CvvResponseCode: text,
  RedirectData: text,
  SpiToken: text,
  RiskManagement: z.catch(
    z.optional(
      z.object({
        AvsResponseCode: text,
        CvvResponseCode: text,
        ThreeDSecure: z.catch(z.optional(threeDSecure), undefined),
      }),
    ),
    undefined,
  ),
});
export type GatewayTransaction = z.output<typeof transaction>;

const order = z.object({
  IsoResponseCode: text,
  SettledAmount: amount,
  TotalCreditAmount: amount,
  VoidDateTime: text,
  Transactions: z.catch(z.array(transaction), []),
});
export type GatewayOrder = z.output<typeof order>;

const listed = z.extend(transaction, {
  OrderSummary: z.catch(z.optional(z.object({ TotalCreditAmount: amount, VoidDateTime: text })), undefined),
});
export type ListedTransaction = z.output<typeof listed>;

/** Reads a transaction, or null if the gateway gave no answer. */
export function readTransaction(answer: GatewayAnswer): GatewayTransaction | null {
  return answer.kind === "answer" ? (transaction.safeParse(answer.body).data ?? null) : null;
}

export function readOrder(answer: GatewayAnswer): GatewayOrder | null {
  return answer.kind === "answer" ? (order.safeParse(answer.body).data ?? null) : null;
}

export function readList(answer: GatewayAnswer): ListedTransaction[] | null {
  return answer.kind === "answer" ? (z.array(listed).safeParse(answer.body).data ?? null) : null;
}

/** The JSON text that the bank's page posts. A payer can forge it. */
export function readReturnedText(json: string): GatewayTransaction | null {
  try {
    return transaction.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether an answer names the amount and the currency that we requested. */
export function isSameMoney(answer: GatewayTransaction, asked: { amount: Minor; currency: Currency }): boolean {
  return answer.TotalAmount === asked.amount && answer.CurrencyCode === currencyNumbers[asked.currency];
}

/** GUIDs are compared without regard to case. */
export const isSameIdentifier = (one: string | undefined, other: string): boolean =>
  one?.toLowerCase() === other.toLowerCase();

/** A response code of the issuer has two characters. Codes of 3DS and other stages have three. */
export const isIssuerCode = (code: string | undefined): code is string =>
  code !== undefined && /^[0-9A-Z]{2}$/.test(code);

const bankMessageLengthMax = 128;

/**
 * The result of 3DS in an answer, or null if the answer contains neither a status nor a code. The browser's result
 * `isConfirmed` only by the gateway's own answer.
 */
export function authenticationIn(
  { RiskManagement }: GatewayTransaction,
  from: "browser" | "gateway",
): Authentication | null {
  const found = RiskManagement?.ThreeDSecure;
  if (!found?.AuthenticationStatus && !found?.ResponseCode) return null;
  return {
    status: bounded(found.AuthenticationStatus, 1),
    eci: bounded(found.Eci, 2),
    dsTransactionId: bounded(found.DsTransId, 36),
    bankMessage: readableText(found.CardholderInfo),
    isConfirmed: from === "gateway",
  };
}

/** The database stores neither NUL nor half of a surrogate pair. */
const readableText = (value = ""): string | null =>
  [...value.toWellFormed().replace(/\p{Cc}/gu, " ")].slice(0, bankMessageLengthMax).join("").trim() || null;

const bounded = (value: string | undefined, lengthMax: number): string | null =>
  value && value.length <= lengthMax ? value : null;
