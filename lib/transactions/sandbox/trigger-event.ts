import { actorOf } from "@/lib/audit/record";
import { inTransaction } from "@/lib/db/client";
import type { Caller } from "@/lib/http/message/caller";
import type { BodyOf } from "@/lib/http/message/endpoint";
import { chooseEnvironment } from "@/lib/http/route/guards";
import { AppError, selectedInvalid } from "@/lib/kit/errors";
import { type ChargebackOperationName, chargebackOperations } from "@/lib/transactions/chargebacks/chargebacks";
import { retrieveTransaction } from "@/lib/transactions/history/read-transactions";
import { obstacleToRefund } from "@/lib/transactions/refunds/refund-rules";
import { lockPayment } from "@/lib/transactions/refunds/refund-store";
import { requestRefund } from "@/lib/transactions/refunds/request-refund";
import type { triggerEventEndpoint, triggers } from "./sandbox-contract";
import { chooseRefunds, hastenRefund } from "./sandbox-store";

/** Simulates an event of the customer's bank or of the gateway on a sandbox payment. */
export async function triggerEvent(
  caller: Caller,
  transactionId: string,
  { event }: BodyOf<typeof triggerEventEndpoint>,
) {
  const environment = chooseEnvironment(caller, { body: { environment: "sandbox" } });
  return inTransaction(async () => {
    await causes[event](caller, transactionId);
    return retrieveTransaction(caller, environment, transactionId);
  });
}

type Cause = (caller: Caller, transactionId: string) => Promise<void>;

const ownerOf = ({ accountNumber }: Caller) => ({ accountNumber, environment: "sandbox" }) as const;

const bankDoes =
  (operation: ChargebackOperationName): Cause =>
  (caller, transactionId) =>
    chargebackOperations[operation](ownerOf(caller), transactionId, actorOf(caller));

const causes: Readonly<Record<(typeof triggers)[number], Cause>> = {
  "payment.chargeback_opened": bankDoes("open"),
  "payment.chargeback_won": bankDoes("won"),
  "payment.chargeback_lost": bankDoes("lost"),
  "payment.fraud_confirmed": bankDoes("fraud"),
  "payment.refunded": (caller, transactionId) => steerRefund(caller, transactionId, "accept"),
  "payment.refund_rejected": (caller, transactionId) => steerRefund(caller, transactionId, "reject"),
};

/** Makes the sandbox gateway accept or reject the refund. The worker then processes the refund as usual. */
async function steerRefund(caller: Caller, transactionId: string, behaviour: "accept" | "reject"): Promise<void> {
  const owner = ownerOf(caller);
  // Locks the refund before its payment, in the same order as the worker.
  const open = await hastenRefund(owner, transactionId);
  const payment = await lockPayment(owner, transactionId);
  if (!payment) throw selectedInvalid("transaction_id");
  if (open === "sent" && behaviour === "reject") {
    throw new AppError("conflict", "The refund of this transaction has already been sent to the gateway.");
  }
  const isSteerable = open && payment.purpose !== "card_create";
  const obstacle = isSteerable ? null : obstacleToRefund(payment);
  if (obstacle) throw new AppError("conflict", obstacle);
  await chooseRefunds(payment.sessionId, behaviour);
  if (!open) await requestRefund(caller, owner.environment, transactionId, {});
}
