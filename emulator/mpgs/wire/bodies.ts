import type { WireObject } from "@/emulator/base/wire/answers";
import {
  type Authentication,
  authorizedMinor,
  type CardFacts,
  capturedMinor,
  type Order,
  refundedMinor,
  statusOf,
  type Transaction,
} from "@/emulator/mpgs/orders";

const dateOf = (at: number): string => new Date(at).toISOString();

/** The fields of an order, as every answer has them. */
export const orderFields = (order: Order): WireObject => ({
  id: order.transactionIdentifier,
  reference: order.reference ?? undefined,
  status: statusOf(order),
  amount: order.amountMinor,
  currency: order.currency,
  totalAuthorizedAmount: authorizedMinor(order) || capturedMinor(order),
  totalCapturedAmount: capturedMinor(order),
  totalRefundedAmount: refundedMinor(order),
  chargeback: { amount: order.chargebackMinor, currency: order.currency },
  creationTime: dateOf(order.createdAt),
});

export const cardFields = ({ brand, masked, expiry }: CardFacts): WireObject => ({
  type: "CARD",
  provided: { card: { brand, scheme: brand, number: masked, expiry } },
});

/** A transaction as the gateway answers it, returns it to a query and posts it to the merchant. */
export function transactionBody(order: Order, transaction: Transaction, redirect?: WireObject): WireObject {
  const { authentication, refersTo, card, type } = transaction;
  const named = order.transactions.find(({ id, authentication: each }) => each && id === refersTo)?.authentication;
  const shown = authentication ?? named ?? null;
  return {
    merchant: order.terminal,
    result: transaction.result,
    response: responseFields(transaction),
    order: orderFields(order),
    transaction: {
      id: transaction.id,
      type,
      amount: transaction.amountMinor,
      currency: transaction.currency,
      authenticationStatus: authentication?.status,
      ...(type !== "AUTHENTICATION" && {
        targetTransactionId: type.startsWith("VOID") ? (refersTo ?? undefined) : undefined,
        receipt: transaction.receipt,
        authorizationCode: transaction.authorizationCode ?? undefined,
        acquirer: acquirerFields(order, transaction),
      }),
    },
    authentication: shown ? authenticationFields(shown, refersTo, redirect) : undefined,
    sourceOfFunds: card ? cardFields(card) : undefined,
    timeOfRecord: dateOf(transaction.at),
    timeOfLastUpdate: dateOf(transaction.updatedAt),
  };
}

function responseFields({ gatewayCode, acquirerCode, recommendation, verification }: Transaction): WireObject {
  const { csc, avs } = verification ?? { csc: null, avs: null };
  return {
    gatewayCode,
    gatewayRecommendation: recommendation,
    acquirerCode: acquirerCode ?? undefined,
    acquirerMessage: acquirerCode === null ? undefined : gatewayCode.replaceAll("_", " "),
    cardSecurityCode: csc === null ? undefined : { gatewayCode: csc },
    cardholderVerification: avs === null ? undefined : { avs: { gatewayCode: avs } },
  };
}

/** The bank's day, in the bank's zone. */
function acquirerFields({ settledAt }: Order, { at }: Transaction): WireObject {
  const settlementDate = new Date((settledAt ?? at) - 4 * 3_600_000).toISOString().slice(0, 10);
  return { batch: Number(settlementDate.replaceAll("-", "")), settlementDate, timeZone: "-0400" };
}

function authenticationFields(
  authentication: Authentication,
  refersTo: string | null,
  redirect?: WireObject,
): WireObject {
  const { eci, transStatus, dsTransactionId, acsTransactionId, methodCompleted } = authentication;
  return {
    "3ds": { acsEci: eci ?? undefined, transactionId: dsTransactionId },
    "3ds2": {
      transactionStatus: transStatus ?? undefined,
      dsTransactionId,
      acsTransactionId,
      methodCompleted,
      protocolVersion: "2.2.0",
    },
    version: "3DS2",
    transactionId: refersTo ?? undefined,
    redirect,
  };
}
