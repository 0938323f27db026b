import { capturesOf, type Order } from "./orders";
import type { World } from "./world";

export function isSettled(world: World, order: Order): boolean {
  if (order.settledAt !== null) return true;
  const { settleAfterMs } = world.dials;
  const latest = capturesOf(order).at(-1);
  return latest !== undefined && settleAfterMs !== null && world.now() >= latest.updatedAt + settleAfterMs;
}

export function settleEveryOrder(world: World): void {
  for (const order of world.transactions) {
    if (capturesOf(order).length === 0 || order.settledAt !== null) continue;
    order.settledAt = world.now();
    world.save(order);
  }
}
