import { second } from "@/lib/kit/clock";
import type { Authentication, Outcome, SessionClock } from "../port";
import { loadTerminal } from "../terminals/terminal-store";
import {
  cancelPayment,
  claimPayment,
  findPowertranzCharge,
  type PowertranzCharge,
  updatePowertranzCharge,
} from "./charge-store";
import { confirmationOf, judgeCharge } from "./judge-charge";
import { callPowertranz, paymentLimitMs } from "./transport/transport";
import { codes, readTransaction } from "./wire/answers";

/** If this time has passed since the claim, the payment is not sent: another process may have given it up. */
const startWithinMs = 10 * second;

/**
 * The payer waits, so the inquiry about the result of 3DS is short. The worker's inquiries follow if they are needed.
 */
const confirmLimitMs = 5 * second;

type Payment = { charge: PowertranzCharge; token: string; authentication: Authentication | null };

/**
 * Sends the call that moves money, at most once for each charge. Returns null if it was sent before, or if the charge
 * was voided in the meantime.
 */
export async function pay(
  { charge, token, authentication }: Payment,
  { timeOf }: SessionClock,
): Promise<Outcome | null> {
  const { attemptId, terminalId } = charge;
  const { credentials } = await loadTerminal(terminalId);
  const startBy = performance.now() + startWithinMs;
  if (!(await claimPayment(attemptId, authentication, await timeOf(attemptId)))) return null;
  const call = { method: "POST", path: "spi/payment", body: JSON.stringify(token), limitMs: paymentLimitMs } as const;
  const answer = await callPowertranz(credentials, { ...call, startBy });
  const now = await timeOf(attemptId);
  if (answer.kind === "unsent") {
    await cancelPayment(attemptId, now);
    return { status: "unreachable" };
  }
  await updatePowertranzCharge(attemptId, { paymentEndedAt: now });
  const payment = readTransaction(answer);
  if (!payment) return { status: "unknown" };
  const outcome = await judgeCharge({ ...charge, authentication }, payment, { asked: "payment", now });
  const paid = payment.Approved === true ? await findPowertranzCharge(attemptId) : null;
  if (!paid || (await confirmationOf(paid, payment)) === "none") return outcome;
  const path = `Transactions/${charge.transactionIdentifier}`;
  const record = readTransaction(await callPowertranz(credentials, { method: "GET", path, limitMs: confirmLimitMs }));
  const isFound = record?.IsoResponseCode === codes.approved;
  return isFound ? judgeCharge(paid, record, { asked: "inquiry", now }) : outcome;
}
