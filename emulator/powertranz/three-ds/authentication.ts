import { randomBytes, randomUUID } from "node:crypto";
import type { AuthenticationStatus } from "@/emulator/powertranz/card-model";
import type { Authentication, Transaction } from "@/emulator/powertranz/transactions";
import type { SpiToken, World } from "@/emulator/powertranz/world";

const reasons: Partial<Record<AuthenticationStatus, string>> = { N: "01", R: "11" };

function eciOf({ brand }: Transaction, status: AuthenticationStatus | null): string {
  const isMastercard = brand === "MasterCard";
  if (status === "Y") return isMastercard ? "02" : "05";
  if (status === "A") return isMastercard ? "01" : "06";
  return isMastercard ? "00" : "07";
}

function result(transaction: Transaction, status: AuthenticationStatus | null): Authentication {
  return {
    responseCode: "3D0",
    status,
    statusReason: (status && reasons[status]) ?? null,
    eci: eciOf(transaction, status),
    cavv: status === "Y" || status === "A" ? randomBytes(20).toString("base64") : null,
    dsTransId: randomUUID(),
    fingerprintIndicator: "U",
    cardholderInfo: transaction.behaviour.cardholderInfo,
  };
}

function finish(world: World, transaction: Transaction, authentication: Authentication): void {
  transaction.authentication = authentication;
  // A sale that started again keeps the outcome of its earlier charge.
  if (transaction.chargeCount === 0 && transaction.state !== "voided") {
    transaction.state = "authenticated";
    transaction.isoCode = authentication.responseCode;
  }
  world.save(transaction);
}

/** Ends 3-D Secure with the card's status, or with N if the payer failed the challenge. */
export function finishAuthentication(world: World, transaction: Transaction, token: SpiToken): void {
  const status = token.passedChallenge === false ? "N" : transaction.behaviour.status;
  const { fingerprintIndicator } = token;
  finish(world, transaction, { ...result(transaction, status), fingerprintIndicator });
}

/** The card does not support 3-D Secure. */
export function skipAuthentication(world: World, transaction: Transaction): void {
  finish(world, transaction, { ...result(transaction, null), responseCode: "3D1", cardholderInfo: null });
}

export function failAuthentication(world: World, transaction: Transaction): void {
  finish(world, transaction, { ...result(transaction, null), responseCode: "3D3", eci: null, cardholderInfo: null });
}
