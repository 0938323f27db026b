import { formatMinor } from "@/emulator/base/wire/raw-json";
import { isSettled } from "./settlement";
import { approvedFollowUps, refundedMinor, type ShownTransaction, type Transaction } from "./transactions";
import type { World } from "./world";

/** A transaction without card data, apart from the brand and the last four digits. */
export function presentTransaction(world: World, transaction: Transaction): ShownTransaction {
  return {
    transactionIdentifier: transaction.transactionIdentifier,
    orderIdentifier: transaction.orderIdentifier,
    externalIdentifier: transaction.externalIdentifier,
    terminal: transaction.terminal,
    amount: formatMinor(transaction.amountMinor),
    currency: transaction.currency,
    brand: transaction.brand,
    lastFour: transaction.lastFour,
    state: transaction.state,
    isoCode: transaction.isoCode,
    authenticationStatus: transaction.authentication?.status ?? null,
    isSettled: isSettled(world, transaction),
    held: formatMinor(heldMinor(transaction)),
    refunds: approvedFollowUps(transaction, "refund").map((refund) => ({
      transactionIdentifier: refund.transactionIdentifier,
      externalIdentifier: refund.externalIdentifier,
      amount: formatMinor(refund.amountMinor),
    })),
    voidCount: approvedFollowUps(transaction, "void").length,
    chargeCount: transaction.chargeCount,
  };
}

/** What the payer has lost by now. */
const heldMinor = (transaction: Transaction): bigint =>
  transaction.state === "approved" ? transaction.amountMinor - refundedMinor(transaction) : 0n;
