import { formatMinor } from "@/emulator/base/wire/raw-json";
import {
  authenticationOf,
  authorizedMinor,
  capturedMinor,
  chargeCountOf,
  heldMinor,
  type Order,
  refundsOf,
  type ShownOrder,
  stateOf,
  voidCountOf,
} from "./orders";
import { ripen } from "./ripen";
import { isSettled } from "./settlement";
import type { World } from "./world";

export function presentOrder(world: World, order: Order): ShownOrder {
  ripen(world, order);
  const authentication = authenticationOf(order);
  return {
    transactionIdentifier: order.transactionIdentifier,
    terminal: order.terminal,
    reference: order.reference,
    amount: formatMinor(capturedMinor(order) || authorizedMinor(order) || order.amountMinor),
    currency: order.currency,
    brand: order.card.brand,
    lastFour: order.card.lastFour,
    state: stateOf(order),
    authenticationStatus: authentication?.status ?? null,
    methodCompleted: authentication?.methodCompleted ?? false,
    isSettled: isSettled(world, order),
    refunds: refundsOf(order).map(({ id, amountMinor }) => ({
      transactionIdentifier: id,
      amount: formatMinor(amountMinor),
    })),
    voidCount: voidCountOf(order),
    chargeCount: chargeCountOf(order),
    held: formatMinor(heldMinor(order)),
    chargeback: formatMinor(order.chargebackMinor),
  };
}
