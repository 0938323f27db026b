import { type Dials, dialProblem } from "@/emulator/powertranz/dials";
import { approvedFollowUps, type Transaction } from "@/emulator/powertranz/transactions";
import { type Fault, faultProblem } from "./faults";
import { formatMinor } from "./wire/raw-json";
import type { World } from "./world";

export type EmulatorState = ReturnType<typeof presentState>;

/** A request to the control API that cannot be carried out. */
export class ControlError extends Error {
  override name = "ControlError";
}

export function presentState(world: World) {
  return {
    dials: { ...world.dials },
    faults: world.faults.all.map((fault) => ({ ...fault })),
    down: world.down,
    transactions: world.transactions.map((transaction) => present(world, transaction)),
    violations: world.violations.map((violation) => ({ ...violation })),
    clock: { now: new Date(world.now()).toISOString(), offsetMs: world.clockOffsetMs },
  };
}

/** A transaction without card data, apart from the brand and the last four digits. */
function present(world: World, transaction: Transaction) {
  return {
    transactionIdentifier: transaction.transactionIdentifier,
    orderIdentifier: transaction.orderIdentifier,
    externalIdentifier: transaction.externalIdentifier,
    terminal: transaction.terminal,
    /** In major units with two decimals. */
    amount: formatMinor(transaction.amountMinor),
    currency: transaction.currency,
    brand: transaction.brand,
    lastFour: transaction.lastFour,
    state: transaction.state,
    isoCode: transaction.isoCode,
    authenticationStatus: transaction.authentication?.status ?? null,
    isSettled: world.isSettled(transaction),
    refunds: approvedFollowUps(transaction, "refund").map((refund) => ({
      transactionIdentifier: refund.transactionIdentifier,
      externalIdentifier: refund.externalIdentifier,
      amount: formatMinor(refund.amountMinor),
    })),
    voidCount: approvedFollowUps(transaction, "void").length,
    /** How many times money moved. More than 1 is a bug. */
    chargeCount: transaction.chargeCount,
  };
}

export function changeDials(world: World, dials: Partial<Dials>): void {
  for (const [name, value] of Object.entries(dials)) {
    const problem = dialProblem(name, value);
    if (problem) throw new ControlError(problem);
  }
  world.dials = { ...world.dials, ...dials };
}

export function addFault(world: World, fault: Fault): void {
  const problem = faultProblem(fault);
  if (problem) throw new ControlError(problem);
  world.faults.add(fault);
}

export function settleEverySale(world: World): void {
  for (const transaction of world.transactions) {
    if (transaction.state !== "approved" || transaction.capturedAt === null || transaction.settledAt !== null) continue;
    transaction.settledAt = world.now();
    world.save(transaction);
  }
}
