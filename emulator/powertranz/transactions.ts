import { randomInt } from "node:crypto";
import type { AuthenticationStatus, Brand, EmulatorCard } from "./card-model";

export type TransactionType = 1 | 2;
export const followUpTypes = { capture: 3, void: 4, refund: 5 } as const;
export type FollowUpName = keyof typeof followUpTypes;

/** `authenticated`: 3-D Secure has ended, with any status. */
type TransactionState = "preprocessed" | "authenticated" | "approved" | "declined" | "voided";

export type Authentication = {
  responseCode: "3D0" | "3D1" | "3D3";
  status: AuthenticationStatus | null;
  statusReason: string | null;
  eci: string | null;
  cavv: string | null;
  dsTransId: string;
  fingerprintIndicator: "Y" | "N" | "U";
  cardholderInfo: string | null;
};

/** A capture, void or refund of a sale. The gateway makes its id. */
export type FollowUp = {
  name: FollowUpName;
  transactionIdentifier: string;
  externalIdentifier: string | null;
  amountMinor: bigint;
  isoCode: string;
  rrn: string;
  at: number;
};

/** A sale or an authorization. The card's number and security code are never kept. */
export type Transaction = {
  transactionIdentifier: string;
  orderIdentifier: string;
  externalIdentifier: string | null;
  terminal: string;
  type: TransactionType;
  amountMinor: bigint;
  currency: string;
  brand: Brand;
  lastFour: string;
  behaviour: Omit<EmulatorCard, "number" | "twin">;
  hasExpired: boolean;
  hasCvv: boolean;
  checksAddress: boolean;
  wantsThreeDS: boolean;
  merchantResponseUrl: string | null;
  state: TransactionState;
  isoCode: string;
  authentication: Authentication | null;
  /** Whether a genuine return reported the failure of 3-D Secure to the merchant. */
  failureReported: boolean;
  authorizationCode: string | null;
  rrn: string | null;
  hostRrn: string | null;
  panToken: string;
  createdAt: number;
  completedAt: number | null;
  capturedMinor: bigint;
  capturedAt: number | null;
  settledAt: number | null;
  voidedAt: number | null;
  /** How many times money moved. More than 1 is a bug of the merchant. */
  chargeCount: number;
  followUps: FollowUp[];
};

/** A sale as the control API shows it. */
export type ShownTransaction = Pick<
  Transaction,
  | "transactionIdentifier"
  | "orderIdentifier"
  | "externalIdentifier"
  | "terminal"
  | "currency"
  | "brand"
  | "lastFour"
  | "state"
  | "isoCode"
  | "chargeCount"
> & {
  /** In major units with two decimals. */
  amount: string;
  /** What the payer has lost by now. */
  held: string;
  authenticationStatus: AuthenticationStatus | null;
  isSettled: boolean;
  refunds: { transactionIdentifier: string; externalIdentifier: string | null; amount: string }[];
  voidCount: number;
};

export const newReference = (length: number): string =>
  Array.from({ length }, (_, index) => randomInt(index === 0 ? 1 : 0, 10)).join("");

export const approvedFollowUps = ({ followUps }: Transaction, name: FollowUpName): FollowUp[] =>
  followUps.filter((followUp) => followUp.name === name && followUp.isoCode === "00");

export const refundedMinor = (transaction: Transaction): bigint =>
  approvedFollowUps(transaction, "refund").reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** The gateway writes dates without a zone. The emulator writes them in UTC. */
export const zonelessDate = (at: number): string => new Date(at).toISOString().slice(0, -1);

/** The fields by which every answer names a sale. */
export const saleFields = (transaction: Transaction) => ({
  TransactionType: transaction.type,
  TransactionIdentifier: transaction.transactionIdentifier,
  TotalAmount: transaction.amountMinor,
  CurrencyCode: transaction.currency,
  OrderIdentifier: transaction.orderIdentifier,
});
