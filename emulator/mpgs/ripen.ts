import { newDigits } from "./ids";
import type { Order, Transaction } from "./orders";
import { acquirerCodeOf, recommendationOf, resultOf } from "./outcomes";
import { addTransaction, commit } from "./transactions";
import type { World } from "./world";

/** Gives pending payments of an order their final result, when its time has come. */
export function ripen(world: World, order: Order): void {
  for (const payment of order.transactions) {
    if (payment.final === null || world.now() < payment.final.at) continue;
    const { gatewayCode } = payment.final;
    payment.final = null;
    if (gatewayCode === "REVERSED") reverse(world, order, payment);
    else {
      const result = resultOf(gatewayCode);
      const recommendation = recommendationOf(gatewayCode);
      const acquirerCode = acquirerCodeOf(gatewayCode);
      const authorizationCode = result === "SUCCESS" ? newDigits(6) : null;
      Object.assign(payment, { gatewayCode, acquirerCode, authorizationCode, result, recommendation });
      commit(world, order, payment);
    }
  }
}

/** The gateway itself voids a payment whose result it does not know. */
function reverse(world: World, order: Order, payment: Transaction): void {
  payment.isVoided = true;
  const type = payment.type === "PAYMENT" ? "VOID_PAYMENT" : "VOID_AUTHORIZATION";
  const { id, amountMinor, currency } = payment;
  addTransaction(world, order, { id: `reversal-${id}`.slice(0, 40), type, amountMinor, currency, refersTo: id });
}
