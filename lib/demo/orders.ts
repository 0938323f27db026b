import { randomInt } from "node:crypto";
import { formatMinor } from "@/lib/kit/money";
import { totalOf } from "./catalogue";
import type { Choices } from "./choices";

/**
 * The shop's own book of orders: what a result is compared with. A real shop has a database; this one
 * forgets when it restarts, and says so.
 */
export type Order = Choices & {
  id: string;
  /** As requested, `N.NN`. The fee, where the customer pays one, comes on top. */
  total: string;
  /** Stored at once where the shop's server asked; a browser's form post tells the shop only with the result. */
  transactionId: string | null;
  checkoutUrl: string | null;
  /** Why the payment request was refused. */
  failure: string | null;
};

const ordersMax = 1000;
const idLength = 8;

// Pages and routes are bundled apart; what they share lives on the process.
const shared = globalThis as typeof globalThis & { demoOrders?: Map<string, Order> };
const orders = (shared.demoOrders ??= new Map());

export function openOrder(choices: Choices): Order {
  const order: Order = {
    ...choices,
    id: newOrderId(),
    total: formatMinor(totalOf(choices.cart, choices.currency)),
    transactionId: null,
    checkoutUrl: null,
    failure: null,
  };
  const [oldest] = orders.keys();
  if (orders.size >= ordersMax && oldest) orders.delete(oldest);
  orders.set(order.id, order);
  return order;
}

export function changeOrder(
  id: string,
  change: Partial<Pick<Order, "transactionId" | "checkoutUrl" | "failure">>,
): void {
  const order = orders.get(id);
  if (order) orders.set(id, { ...order, ...change });
}

export function findOrder(id: string): Order | null {
  return orders.get(id) ?? null;
}

/** One payment pays one order: the one this transaction already belongs to. */
export function findOrderOf(transactionId: string): Order | null {
  return [...orders.values()].find((order) => order.transactionId === transactionId) ?? null;
}

function newOrderId(): string {
  const characters = Array.from({ length: idLength }, () => randomInt(36).toString(36));
  return `demo-${characters.join("")}`;
}
