import { newDigits } from "./ids";
import type { Order, Transaction } from "./orders";
import { recommendationOf, resultOf } from "./outcomes";
import { notify } from "./webhook";
import type { World } from "./world";

type NewTransaction = Pick<Transaction, "id" | "type" | "amountMinor" | "currency"> & Partial<Transaction>;

/** Adds a transaction to an order and records it. Unless it says otherwise, it is approved. */
export function addTransaction(world: World, order: Order, facts: NewTransaction): Transaction {
  const transaction = createTransaction(world, order, facts);
  commit(world, order, transaction);
  return transaction;
}

/** Adds a transaction that its caller records. */
export function createTransaction(world: World, order: Order, facts: NewTransaction): Transaction {
  const gatewayCode = facts.gatewayCode ?? "APPROVED";
  const isApproved = resultOf(gatewayCode) === "SUCCESS";
  const transaction: Transaction = {
    gatewayCode,
    result: resultOf(gatewayCode),
    acquirerCode: isApproved ? "00" : null,
    recommendation: recommendationOf(gatewayCode),
    receipt: newDigits(12),
    authorizationCode: isApproved ? newDigits(6) : null,
    card: order.card,
    authentication: null,
    refersTo: null,
    verification: null,
    isVoided: false,
    final: null,
    at: world.now(),
    updatedAt: world.now(),
    ...facts,
  };
  order.transactions = [...order.transactions, transaction];
  return transaction;
}

/** Records a change of a transaction: queries, the history and webhooks tell of it. */
export function commit(world: World, order: Order, transaction: Transaction): void {
  transaction.updatedAt = world.now();
  world.save(order);
  world.own.events.push(structuredClone({ at: world.now(), order, transaction }));
  notify(world, order, transaction);
}
