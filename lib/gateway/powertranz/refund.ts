import { minute, second } from "@/lib/kit/clock";
import { timeOfUlid } from "@/lib/kit/ids";
import { declineOf } from "@/lib/reference/decline-codes";
import { declinedCode } from "@/lib/reference/response-codes";
import type { Outcome, RefundRequest } from "../port";
import { loadTerminal } from "../terminals/terminal-store";
import {
  deleteUnsentRefund,
  findPowertranzCharge,
  findPowertranzRefund,
  insertPowertranzRefund,
  type PowertranzCharge,
  recordRefundDeclined,
  recordRefunded,
} from "./charge-store";
import { findGatewayOrder, isPast } from "./queries/order";
import { callPowertranz, queryLimitMs } from "./transport/transport";
import { codes, type GatewayOrder, isIssuerCode, readTransaction, transactionTypes } from "./wire/answers";
import { currencyNumbers, withAmount } from "./wire/sale-request";

/** If this time has passed since the refund was written, it is not sent: another process may have given it up. */
const startWithinMs = 10 * second;
/**
 * A refund that waited this long may have been sent before the database was restored to an earlier point in time. So
 * the gateway is asked first.
 */
const askFirstAfterMs = 10 * minute;
/** Nothing can take back a refund that arrives late, so its absence is believed later than that of a charge. */
const absentAfterMs = 5 * minute;

const refused = (reason: string): Outcome => ({ status: "error", reason });
const refunded: Outcome = { status: "refunded" };

/** Refunds a charge in part or in whole. A refund whose answer was lost is never sent again. */
export async function refundCharge(request: RefundRequest, now: Date): Promise<Outcome> {
  const { refundId, attemptId, amount } = request;
  const charge = await findPowertranzCharge(attemptId);
  if (!charge) return { status: "not_found" };
  if (amount <= 0n) return refused("The amount must be positive.");
  const { credentials } = await loadTerminal(charge.terminalId);
  const startBy = performance.now() + startWithinMs;
  if (!(await insertPowertranzRefund(request, now))) return repeatedRefund(request, now);
  const earlier = isPast(timeOfUlid(refundId), askFirstAfterMs, now) ? await findEarlierRefund(refundId, now) : null;
  if (earlier) return earlier;
  const body = refundBody(request, charge);
  const answer = await callPowertranz(credentials, { method: "POST", path: "refund", body, startBy });
  if (answer.kind === "unsent") {
    await deleteUnsentRefund(refundId);
    return { status: "unreachable" };
  }
  const { Approved, IsoResponseCode: isoCode, TransactionIdentifier } = readTransaction(answer) ?? {};
  if (Approved === true && isoCode === codes.approved) {
    await recordRefunded(refundId, { endedAt: now, isoCode, transactionIdentifier: TransactionIdentifier ?? null });
    return refunded;
  }
  if (!isIssuerCode(isoCode) || isUnclear(isoCode)) return { status: "unknown" };
  await recordRefundDeclined(refundId, { endedAt: now, isoCode });
  return { status: "declined", code: isoCode };
}

/**
 * The outcome if the gateway has the refund already, cannot be asked, or does not say. Null if it has no such refund,
 * so that the refund can be sent.
 */
async function findEarlierRefund(refundId: string, now: Date): Promise<Outcome | null> {
  switch (await findAtGateway(refundId)) {
    case "refunded":
      return confirmRefund(refundId, now);
    case "silent":
      await deleteUnsentRefund(refundId);
      return { status: "unreachable" };
    case "unknown":
      return { status: "unknown" };
    case "absent":
    case "no_order":
      return null;
  }
}

async function confirmRefund(refundId: string, now: Date): Promise<Outcome> {
  await recordRefunded(refundId, { endedAt: now });
  return refunded;
}

/** A duplicate may be an earlier refund that succeeded, and a system error may follow a success: an inquiry decides. */
const isUnclear = (code: string): boolean =>
  [codes.approved, codes.duplicate].some((each) => each === code) ||
  ["issuer_unavailable", "processing_error"].includes(declineOf(code).category);

function refundBody(
  { refundId, amount, currency }: RefundRequest,
  { transactionIdentifier }: PowertranzCharge,
): string {
  return withAmount(amount, {
    Refund: true,
    TransactionIdentifier: transactionIdentifier,
    CurrencyCode: currencyNumbers[currency],
    ExternalIdentifier: refundId,
  });
}

async function repeatedRefund({ refundId, attemptId, amount }: RefundRequest, now: Date): Promise<Outcome> {
  const known = await findPowertranzRefund(refundId);
  if (!known) return refused("The charge does not allow this refund.");
  const isSame = known.attemptId === attemptId && known.amount === amount;
  return isSame ? inquireRefund(refundId, now) : refused("Another refund has this id.");
}

/** The outcome of a refund. The gateway lists all transactions of an order, and the refund carries our id. */
export async function inquireRefund(refundId: string, now: Date): Promise<Outcome> {
  const refund = await findPowertranzRefund(refundId);
  const charge = refund && (await findPowertranzCharge(refund.attemptId));
  if (!charge) return { status: "not_found" };
  if (refund.status === "refunded") return refunded;
  if (refund.status === "declined") return { status: "declined", code: refund.isoCode ?? declinedCode };
  const found = await findAtGateway(refundId);
  if (found === "refunded") return confirmRefund(refundId, now);
  if (found !== "absent" || !isPast(refund.sentAt, queryLimitMs + absentAfterMs, now)) return { status: "unknown" };
  await recordRefundDeclined(refundId, { endedAt: now });
  return { status: "not_found" };
}

/** `silent`: the gateway did not answer. `unknown`: its answer does not say whether there is such a refund. */
async function findAtGateway(refundId: string): Promise<"refunded" | "absent" | "unknown" | "silent" | "no_order"> {
  const refund = await findPowertranzRefund(refundId);
  const charge = refund && (await findPowertranzCharge(refund.attemptId));
  if (!charge) return "absent";
  const listed = await findGatewayOrder(charge, await loadTerminal(charge.terminalId));
  if (listed.kind === "order") return findRefund(listed.order, charge, refund);
  return listed.kind === "silent" ? "silent" : "no_order";
}

type KnownRefund = PowertranzCharge["refunds"][number];

/**
 * Finds a refund by its id and by the refunded total of the order. Some acquirers do not return the id, or do not list
 * refunds. Then the total decides, which works because at most one refund of a charge is open.
 */
function findRefund(
  { Transactions, TotalCreditAmount: total }: GatewayOrder,
  charge: PowertranzCharge,
  refund: KnownRefund,
): "refunded" | "absent" | "unknown" {
  const refunds = Transactions.filter(
    ({ TransactionType, IsoResponseCode }) =>
      TransactionType === transactionTypes.refund && IsoResponseCode === codes.approved,
  );
  if (refunds.some(({ ExternalIdentifier }) => ExternalIdentifier === refund.refundId)) return "refunded";
  const confirmed = charge.refunds
    .filter(({ status }) => status === "refunded")
    .reduce((sum, { amount }) => sum + amount, 0n);
  if (total === undefined) return refunds.every(({ ExternalIdentifier }) => ExternalIdentifier) ? "absent" : "unknown";
  if (total === confirmed) return "absent";
  return total === confirmed + refund.amount ? "refunded" : "unknown";
}
