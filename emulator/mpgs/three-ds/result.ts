import type { Brand } from "@/emulator/mpgs/cards";
import type { AuthenticationStatus, Order, Transaction } from "@/emulator/mpgs/orders";
import { resultOf } from "@/emulator/mpgs/outcomes";
import { commit } from "@/emulator/mpgs/transactions";
import type { World } from "@/emulator/mpgs/world";

type Outcome = {
  status: AuthenticationStatus;
  transStatus: string | null;
  gatewayCode: string;
  recommendation: "PROCEED" | "DO_NOT_PROCEED";
};

/** How an authentication can go on or end, by the status of EMV 3DS. `error` is an error of the gateway. */
const outcomes = {
  available: outcome("AVAILABLE", null, "AUTHENTICATION_IN_PROGRESS", "PROCEED"),
  not_supported: outcome("NOT_SUPPORTED", null, "NOT_SUPPORTED", "PROCEED"),
  Y: outcome("SUCCESSFUL", "Y", "APPROVED", "PROCEED"),
  A: outcome("ATTEMPTED", "A", "APPROVED", "PROCEED"),
  C: outcome("PENDING", "C", "PENDING", "PROCEED"),
  N: outcome("FAILED", "N", "DECLINED", "DO_NOT_PROCEED"),
  R: outcome("REJECTED", "R", "DECLINED", "DO_NOT_PROCEED"),
  U: outcome("UNAVAILABLE", "U", "DECLINED", "PROCEED"),
  error: outcome("UNAVAILABLE", null, "SYSTEM_ERROR", "DO_NOT_PROCEED"),
  blocked: outcome("FAILED", null, "BLOCKED", "DO_NOT_PROCEED"),
} as const;
export type AuthenticationEnd = keyof typeof outcomes;

function outcome(
  status: string,
  transStatus: string | null,
  gatewayCode: string,
  recommendation: Outcome["recommendation"],
): Outcome {
  return { status: `AUTHENTICATION_${status}` as AuthenticationStatus, transStatus, gatewayCode, recommendation };
}

function eciOf(brand: Brand, status: string | null): string | null {
  if (status === "Y") return brand === "MASTERCARD" ? "02" : "05";
  if (status === "A") return brand === "MASTERCARD" ? "01" : "06";
  return null;
}

/** Writes how an authentication stands. */
export function recordResult(world: World, order: Order, transaction: Transaction, end: AuthenticationEnd): void {
  const { status, transStatus, gatewayCode, recommendation } = outcomes[end];
  const isGoing = end === "available" || end === "not_supported";
  Object.assign(transaction, { gatewayCode, recommendation, result: isGoing ? "SUCCESS" : resultOf(gatewayCode) });
  Object.assign(transaction.authentication ?? {}, { status, transStatus, eci: eciOf(order.card.brand, transStatus) });
  commit(world, order, transaction);
}

/** What the browser posts to the merchant after 3-D Secure. */
export const returnFields = (order: Order, transaction: Transaction): Record<string, string> => ({
  "order.id": order.transactionIdentifier,
  "transaction.id": transaction.id,
  "response.gatewayRecommendation": transaction.recommendation,
  result: transaction.result,
});
