import { json, type SentAnswer } from "@/emulator/base/wire/answers";
import type { Prepared, WireRequest } from "@/emulator/base/wire/request";
import { brands } from "@/emulator/mpgs/cards";
import { findTransaction, type Order, type Transaction } from "@/emulator/mpgs/orders";
import { ripen } from "@/emulator/mpgs/ripen";
import { cardFields, orderFields, transactionBody } from "@/emulator/mpgs/wire/bodies";
import { badCredentials, errorAnswer } from "@/emulator/mpgs/wire/errors";
import { checkIds } from "@/emulator/mpgs/wire/fields";
import { authenticate } from "@/emulator/mpgs/wire/request";
import type { World } from "@/emulator/mpgs/world";
import { prepareSimple } from "./sessions";

export const unknownOrder = ({ dials }: World, what: "order" | "transaction", id: string): SentAnswer =>
  errorAnswer({
    cause: "INVALID_REQUEST",
    status: dials.unknownOrder === "http_404" ? 404 : 400,
    explanation: `Unable to find ${what} ${id}`,
  });

/** Checks a query and answers it with the order as queries see it, or null. */
function prepareQuery(world: World, request: WireRequest, answer: (visible: Order | null) => SentAnswer): Prepared {
  const profile = authenticate(world, request);
  const { order: id = "" } = request.params;
  const findings = checkIds(request.params);
  for (const { rule, detail } of findings) if (rule) world.violate(request.endpoint, rule, detail);
  const work = () => {
    if (!profile) return badCredentials;
    const order = world.find(profile.id, id);
    if (order) ripen(world, order);
    const visible = world
      .visibleTransactions(profile.id)
      .find(({ transactionIdentifier }) => transactionIdentifier.toLowerCase() === id.toLowerCase());
    return findings[0]?.answer ?? answer(visible ?? null);
  };
  return { transactionIdentifier: id, work };
}

export function prepareOrderQuery(world: World, request: WireRequest): Prepared {
  const { order: id = "" } = request.params;
  return prepareQuery(world, request, (order) => {
    if (!order) return unknownOrder(world, "order", id);
    return json({
      merchant: order.terminal,
      result: "SUCCESS",
      ...orderFields(order),
      sourceOfFunds: cardFields(order.card),
      transaction: order.transactions.map((each) => transactionBody(order, each)),
    });
  });
}

export function prepareTransactionQuery(world: World, request: WireRequest): Prepared {
  const { merchant = "", order: id = "", transaction: transactionId = "" } = request.params;
  return prepareQuery(world, request, (visible) => {
    // A query for an authentication does not lag.
    const current = world.find(merchant, id);
    const isAuthentication = current && findTransaction(current, transactionId)?.type === "AUTHENTICATION";
    const order = isAuthentication ? current : visible;
    const transaction: Transaction | null = order && findTransaction(order, transactionId);
    if (!order || !transaction) return unknownOrder(world, order ? "transaction" : "order", order ? transactionId : id);
    return json(transactionBody(order, transaction));
  });
}

export function prepareInformation(world: World): Prepared {
  const work = () => json({ gatewayVersion: "26.4.0.0-1R", status: world.dials.gatewayStatus });
  return { transactionIdentifier: null, work };
}

/** What the profile can do: a merchant learns whether its credentials are right. */
export function prepareOptions(world: World, request: WireRequest): Prepared {
  return prepareSimple(world, request, {
    operation: "options",
    work: ({ id, currencies }) =>
      json({
        merchant: id,
        result: "SUCCESS",
        supportedPaymentOperations: [
          ...(world.dials.authorizeOnly ? [] : [{ supportedPaymentOperation: "PURCHASE" }]),
          { supportedPaymentOperation: "AUTHORIZE" },
        ],
        paymentTypes: {
          card: {
            cardTypes: brands.map((cardType) => ({ cardType })),
            currencies: currencies.map((currency) => ({ currency })),
          },
        },
      }),
  });
}
