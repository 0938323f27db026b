import type { Transaction } from "./transactions";
import type { World } from "./world";

export function isSettled(world: World, { state, settledAt, capturedAt }: Transaction): boolean {
  if (settledAt !== null) return true;
  const { settleAfterMs } = world.dials;
  return state === "approved" && capturedAt !== null && settleAfterMs !== null
    ? world.now() >= capturedAt + settleAfterMs
    : false;
}

export function settleEverySale(world: World): void {
  for (const transaction of world.transactions) {
    if (transaction.state !== "approved" || transaction.capturedAt === null || transaction.settledAt !== null) continue;
    transaction.settledAt = world.now();
    world.save(transaction);
  }
}
