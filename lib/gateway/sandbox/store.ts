import { db, isUniqueViolation, query } from "@/lib/db/client";
import { approvedCode } from "@/lib/reference/response-codes";
import type { AuthoriseRequest, RefundRequest } from "../port";
import type { Charge } from "./charge";
import type { Plan } from "./plan";

/** False where the books have that charge already: it is not made a second time. */
export async function insertCharge(
  { attemptId, amount, currency, returnUrl, isVerification }: AuthoriseRequest,
  plan: Plan,
  calledAt: Date,
): Promise<boolean> {
  const { count } = await db().sandboxCharge.createMany({
    data: { id: attemptId, amount, currency, returnUrl, isVerification, calledAt, ...plan },
    skipDuplicates: true,
  });
  return count === 1;
}

export async function findCharge(id: string): Promise<Charge | null> {
  // The columns hold only what insertCharge and the statements below write.
  return (await db().sandboxCharge.findUnique({ where: { id }, omit: { refunded: true } })) as Charge | null;
}

/**
 * Hands the customer's answer in, once: whoever comes second changes nothing. What was not passed,
 * or comes without the bank's proof, is failed for good, so that this answer cannot be overtaken.
 */
export async function completeCharge(id: string, at: Date, hasProof: boolean): Promise<void> {
  await query(
    "sandbox-complete",
    `UPDATE sandbox_charge SET completed_at = $2, challenge = CASE
       WHEN challenge = 'passed' AND $3::boolean THEN 'passed'
       WHEN challenge = 'cancelled' THEN 'cancelled'
       ELSE 'failed' END
     WHERE id = $1 AND challenge <> 'none' AND completed_at IS NULL AND voided_at IS NULL`,
    [id, at, hasProof],
  );
}

/** False where money of it went back already by a refund, or where there is no such charge. */
export async function voidCharge(id: string, at: Date): Promise<boolean> {
  await db().sandboxCharge.updateMany({ where: { id, voidedAt: null, refunded: 0n }, data: { voidedAt: at } });
  return (await db().sandboxCharge.count({ where: { id, voidedAt: { not: null } } })) === 1;
}

/* The bank's side of a challenge: only while it is open. */

const openChallenge = { challenge: "pending", completedAt: null, voidedAt: null } as const;

export async function endChallenge(id: string, verdict: "passed" | "cancelled"): Promise<void> {
  await db().sandboxCharge.updateMany({ where: { id, ...openChallenge }, data: { challenge: verdict } });
}

export async function countWrongCode(id: string, triesMax: number): Promise<void> {
  await query(
    "sandbox-wrong-code",
    `UPDATE sandbox_charge SET challenge_tries = challenge_tries + 1,
       challenge = CASE WHEN challenge_tries + 1 >= $2 THEN 'failed' ELSE challenge END
     WHERE id = $1 AND challenge = 'pending' AND completed_at IS NULL AND voided_at IS NULL`,
    [id, triesMax],
  );
}

/* Refunds. */

export function findSandboxRefund(id: string) {
  return db().sandboxRefund.findUnique({ where: { id } });
}

/**
 * Counts a refund on its charge and writes it down in one statement. False where the charge does not
 * allow it, or where that refund was made already: then the row's key undoes the counting.
 */
export async function insertSandboxRefund({ refundId, attemptId, amount, currency }: RefundRequest): Promise<boolean> {
  try {
    const rows = await query(
      "sandbox-refund",
      `WITH charge AS (
         UPDATE sandbox_charge SET refunded = refunded + $3
         WHERE id = $2 AND currency = $4 AND code = $5 AND voided_at IS NULL AND refunded + $3 <= amount
           AND (challenge = 'none' OR (challenge = 'passed' AND completed_at IS NOT NULL))
         RETURNING id)
       INSERT INTO sandbox_refund (id, charge_id, amount) SELECT $1, id, $3 FROM charge RETURNING id`,
      [refundId, attemptId, amount, currency, approvedCode],
    );
    return rows.length === 1;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
