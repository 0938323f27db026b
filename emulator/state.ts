import type { AuthenticationStatus } from "./card-model";
import { type Dials, dialProblem } from "./dials";
import { type Fault, faultProblem } from "./faults";
import { approvedFollowUps, type Transaction, type TransactionState } from "./transactions";
import type { Violation } from "./violations";
import { formatMinor } from "./wire/raw-json";
import type { DownMode, World } from "./world";

/** A transaction without card data, apart from the brand and the last four digits. */
type PresentedTransaction = {
  transactionIdentifier: string;
  orderIdentifier: string;
  externalIdentifier: string | null;
  terminal: string;
  /** In major units with two decimals. */
  amount: string;
  currency: string;
  brand: string;
  lastFour: string;
  state: TransactionState;
  isoCode: string;
  authenticationStatus: AuthenticationStatus | null;
  isSettled: boolean;
  refunds: { transactionIdentifier: string; externalIdentifier: string | null; amount: string }[];
  voidCount: number;
  /** How many times money moved. More than 1 is a bug. */
  chargeCount: number;
};

export type EmulatorState = {
  dials: Dials;
  faults: Fault[];
  down: DownMode | null;
  transactions: PresentedTransaction[];
  violations: Violation[];
  clock: { now: string; offsetMs: number };
};

/** A request to the control API that cannot be carried out. */
export class ControlError extends Error {
  override name = "ControlError";
}

export function presentState(world: World): EmulatorState {
  return {
    dials: { ...world.dials },
    faults: world.faults.all.map((fault) => ({ ...fault })),
    down: world.down,
    transactions: world.transactions.map((transaction) => present(world, transaction)),
    violations: world.violations.map((violation) => ({ ...violation })),
    clock: { now: new Date(world.now()).toISOString(), offsetMs: world.clockOffsetMs },
  };
}

function present(world: World, transaction: Transaction): PresentedTransaction {
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
    isSettled: world.isSettled(transaction),
    refunds: approvedFollowUps(transaction, "refund").map((refund) => ({
      transactionIdentifier: refund.transactionIdentifier,
      externalIdentifier: refund.externalIdentifier,
      amount: formatMinor(refund.amountMinor),
    })),
    voidCount: approvedFollowUps(transaction, "void").length,
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
