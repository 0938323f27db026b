import { type Answer, json } from "@/emulator/base/wire/answers";
import {
  authorizedMinor,
  capturedMinor,
  findTransaction,
  type Order,
  refundedMinor,
  type Transaction,
  type TransactionType,
} from "@/emulator/mpgs/orders";
import { isUndecided } from "@/emulator/mpgs/outcomes";
import { isSettled } from "@/emulator/mpgs/settlement";
import { addTransaction } from "@/emulator/mpgs/transactions";
import { transactionBody } from "@/emulator/mpgs/wire/bodies";
import { invalidRequest } from "@/emulator/mpgs/wire/errors";
import { broken, type Finding, refusal, unseen } from "@/emulator/mpgs/wire/findings";
import { minorAt } from "@/emulator/mpgs/wire/leaves";
import { type Call, field, findOrder, keyOf, orderKeyOf } from "./call";
import { unknownOrder } from "./queries";

/** The merchant may ask about what never arrived. */
const missing = ({ world }: Call, what: "order" | "transaction", id: string): Finding => ({
  rule: null,
  detail: `The ${what} is unknown.`,
  answer: unknownOrder(world, what, id),
});

const amountOf = ({ leaves }: Call): bigint => minorAt(leaves, "transaction.amount");

function checkCurrency(call: Call, { currency }: Order): Finding[] {
  if (field(call, "transaction.currency") === currency) return [];
  return [broken("currency_changed", "The order has another currency.", "transaction.currency")];
}

export function checkCapture(call: Call): Finding[] {
  const order = findOrder(call);
  if (!order) return [missing(call, "order", call.orderId)];
  const isOver = capturedMinor(order) + amountOf(call) > authorizedMinor(order);
  const over = broken("capture_unauthorized", "The amount is over what is authorized.", "transaction.amount");
  return [...checkCurrency(call, order), ...(isOver ? [over] : [])];
}

export function checkRefund(call: Call): Finding[] {
  const order = findOrder(call);
  if (!order) return [missing(call, "order", call.orderId)];
  const captured = capturedMinor(order);
  if (captured === 0n) return [broken("refund_before_capture", "The order has no captured amount.")];
  const isOver = refundedMinor(order) + amountOf(call) > captured;
  const over = broken("refund_over_amount", "The amount is over what is left to refund.", "transaction.amount");
  return [...checkCurrency(call, order), ...(isOver ? [over] : [])];
}

/** The order of a request that was checked. */
function requireOrder(call: Call): Order {
  const order = findOrder(call);
  if (!order) throw new Error("The order of a checked request is gone.");
  return order;
}

function complete(call: Call, order: Order, type: TransactionType, facts: Partial<Transaction> = {}): Answer {
  const { world, transactionId: id } = call;
  const { amountMinor = amountOf(call), ...others } = facts;
  const { currency } = order;
  const transaction = addTransaction(world, order, { id, type, amountMinor, currency, ...others });
  return json(transactionBody(order, transaction), 201);
}

export const capture = (call: Call): Answer => complete(call, requireOrder(call), "CAPTURE");

export function refund(call: Call): Answer {
  const order = requireOrder(call);
  return complete(call, order, "REFUND", { gatewayCode: order.card.behaviour.reversalCode });
}

const voidTypes: Partial<Record<TransactionType, TransactionType>> = {
  PAYMENT: "VOID_PAYMENT",
  CAPTURE: "VOID_CAPTURE",
  AUTHORIZATION: "VOID_AUTHORIZATION",
};

const targetOf = (call: Call, order: Order): Transaction | null =>
  findTransaction(order, field(call, "transaction.targetTransactionId") ?? "");

export function checkVoid(call: Call): Finding[] {
  const { world } = call;
  const order = findOrder(call);
  if (!order) return [missing(call, "order", call.orderId)];
  const target = targetOf(call, order);
  if (!target) return [missing(call, "transaction", field(call, "transaction.targetTransactionId") ?? "")];
  if (!voidTypes[target.type])
    return [broken("void_target", `The target is of type ${target.type}.`, "transaction.targetTransactionId")];
  const isRepeated = [...(world.own.lateVoids.get(orderKeyOf(call)) ?? [])].some(
    (key) => key !== keyOf(call) && world.own.answered.has(key),
  );
  const found = isRepeated ? [unseen("void_after_cut_off", "An earlier void came too late.")] : [];
  const isCaptured = order.transactions.some(
    ({ type, result, isVoided }) => type === "CAPTURE" && result === "SUCCESS" && !isVoided,
  );
  if (target.type === "AUTHORIZATION" && isCaptured) return [...found, refusal("The authorization is captured.")];
  if (world.dials.void === "unsupported") return [...found, refusal("The acquirer does not support VOID.")];
  if (target.isVoided) return [...found, refusal("The transaction is voided.")];
  if (refundedMinor(order) > 0n) return [...found, refusal("The order has refunds.")];
  const isOpen = isUndecided(target.gatewayCode);
  if (isOpen && world.dials.voidOfUndecided === "refused")
    return [...found, refusal("The transaction is not approved.")];
  return target.result === "SUCCESS" || isOpen ? found : [...found, refusal("The transaction is not approved.")];
}

export function voidTransaction(call: Call): Answer {
  const { world } = call;
  const order = requireOrder(call);
  const target = targetOf(call, order);
  const type = target && voidTypes[target.type];
  if (!target || !type) throw new Error("The target of a checked void is gone.");
  const facts = { amountMinor: target.amountMinor, refersTo: target.id };
  const isLate = world.dials.void === "late" || (world.dials.void === "until_settled" && isSettled(world, order));
  if (isLate) {
    const late = world.own.lateVoids.get(orderKeyOf(call)) ?? new Set();
    world.own.lateVoids.set(orderKeyOf(call), late.add(keyOf(call)));
    if (world.dials.void === "until_settled") return invalidRequest("The transaction is settled.");
    return complete(call, order, type, { ...facts, gatewayCode: "NOT_SUPPORTED" });
  }
  const { reversalCode } = order.card.behaviour;
  if (reversalCode !== "APPROVED") return complete(call, order, type, { ...facts, gatewayCode: reversalCode });
  const releasesAll = type === "VOID_CAPTURE" && world.dials.voidOfCapture === "cancels_order";
  for (const each of order.transactions) {
    if (each !== target && !(releasesAll && each.type === "AUTHORIZATION")) continue;
    each.isVoided = true;
    each.final = null;
  }
  return complete(call, order, type, facts);
}
