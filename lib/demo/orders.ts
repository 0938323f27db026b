import { randomInt } from "node:crypto";
import { formatMinor } from "@/lib/kit/money";
import { processWide } from "@/lib/kit/process-wide";
import { onMessage, sendToPrimary } from "@/lib/kit/siblings";
import { totalOf } from "./catalogue";
import type { Choices } from "./choices";

/**
 * The demo shop's orders, with which it compares results. A real shop has a database. The demo shop loses its orders at
 * a restart, and its page says so.
 */
export type Order = Choices & {
  id: string;
  /** The requested total, `N.NN`, without the customer's share of the fee. */
  total: string;
  /**
   * Known at once if the shop's server sent the payment request. If the browser posted it as a form, the id arrives
   * with the result.
   */
  transactionId: string | null;
  checkoutUrl: string | null;
  /** Why the payment request was refused. */
  failure: string | null;
  /** How often the order was marked as paid. A result that arrives twice must not count twice. */
  timesPaid: number;
};

const ordersMax = 1000;
const idLength = 8;

const orders = processWide("demo orders", () => new Map<string, Order>());

export function openOrder(choices: Choices): Order {
  const order: Order = {
    ...choices,
    id: newOrderId(),
    total: formatMinor(totalOf(choices.cart, choices.currency)),
    transactionId: null,
    checkoutUrl: null,
    failure: null,
    timesPaid: 0,
  };
  keep(order);
  share(order);
  return order;
}

function keep(order: Order): void {
  const [oldest] = orders.keys();
  if (orders.size >= ordersMax && oldest) orders.delete(oldest);
  orders.set(order.id, order);
}

const topic = "demo order";
const share = (order: Order): void => sendToPrimary({ kind: "share", topic, key: order.id, value: order });

/** Keeps the orders of the other web processes on the same port, because any of them may serve the next page. */
export function receiveOrders(): void {
  onMessage((message) => {
    if (message.kind === "share" && message.topic === topic) keep(message.value as Order);
  });
}

export function changeOrder(
  id: string,
  change: Partial<Pick<Order, "transactionId" | "checkoutUrl" | "failure" | "timesPaid">>,
): void {
  const order = orders.get(id);
  if (!order) return;
  const changed = { ...order, ...change };
  orders.set(id, changed);
  share(changed);
}

/** Marks an order as paid, unless it is. */
export function payOrder({ id, timesPaid }: Order, transactionId: string): void {
  if (timesPaid === 0) changeOrder(id, { transactionId, timesPaid: timesPaid + 1 });
}

export function findOrder(id: string): Order | null {
  return orders.get(id) ?? null;
}

/** What the shop tells about an order. The conformance kit reads it. */
export const statusOfOrder = ({ id, timesPaid }: Order) => ({
  order_id: id,
  status: timesPaid > 0 ? "paid" : "unpaid",
  paid: timesPaid > 0,
  times_paid: timesPaid,
});

/** The order that was already paid with this transaction. One payment pays one order only. */
export function findOrderOf(transactionId: string): Order | null {
  return [...orders.values()].find((order) => order.transactionId === transactionId) ?? null;
}

function newOrderId(): string {
  const characters = Array.from({ length: idLength }, () => randomInt(36).toString(36));
  return `demo-${characters.join("")}`;
}
