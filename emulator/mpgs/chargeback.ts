import { ControlError } from "@/emulator/base/state";
import { capturedMinor } from "./orders";
import { addTransaction } from "./transactions";
import type { World } from "./world";

/** The cardholder's bank takes money of an order back. `amount` is in major units, such as 12.05. */
export function chargeBack(world: World, { orderId, amount }: Readonly<Record<string, unknown>>): void {
  const order = world.transactions.find(({ transactionIdentifier }) => transactionIdentifier === orderId);
  if (!order || capturedMinor(order) === 0n) throw new ControlError("orderId must name an order that is captured.");
  if (typeof amount !== "string" || !/^\d{1,12}\.\d\d$/.test(amount))
    throw new ControlError("amount must be a string with two decimals.");
  const amountMinor = BigInt(amount.replace(".", ""));
  const id = `chargeback-${order.transactions.length}`;
  order.chargebackMinor += amountMinor;
  addTransaction(world, order, { id, type: "CHARGEBACK", amountMinor, currency: order.currency });
}
