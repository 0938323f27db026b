import { db, isUniqueViolation, query } from "@/lib/db/client";
import { insertion, sql } from "@/lib/db/sql";
import { approvedCode } from "@/lib/reference/response-codes";
import type { AuthoriseRequest, RefundRequest } from "../port";
import type { Charge } from "./charge";
import type { Plan } from "./plan";

/** Returns null and inserts nothing if the charge exists already. */
export async function insertCharge(
  { attemptId, calledAt, amount, currency, returnUrl, isVerification }: AuthoriseRequest,
  plan: Plan,
): Promise<Charge | null> {
  const charge = { id: attemptId, calledAt, amount, currency, returnUrl, isVerification, ...plan };
  const rows = await query(sql`INSERT INTO sandbox_charge ${insertion(charge)} ON CONFLICT DO NOTHING RETURNING id`);
  return rows.length === 1 ? { ...charge, challengeTries: 0, completedAt: null, voidedAt: null } : null;
}

export async function findCharge(id: string): Promise<Charge | null> {
  // The cast is safe, because only the functions of this file write the charge's columns.
  return (await db().sandboxCharge.findUnique({ where: { id }, omit: { refunded: true } })) as Charge | null;
}

/**
 * Completes a challenge with the customer's answer. A second call changes nothing. If the customer did not pass, or the
 * bank's proof is missing, the challenge fails, and a later answer cannot change that.
 */
export async function completeCharge(id: string, at: Date, hasProof: boolean): Promise<void> {
  await query(sql`
    UPDATE sandbox_charge SET completed_at = ${at}, challenge = CASE
      WHEN challenge = 'passed' AND ${hasProof}::boolean THEN 'passed'
      WHEN challenge = 'cancelled' THEN 'cancelled'
      ELSE 'failed' END
    WHERE id = ${id} AND challenge <> 'none' AND completed_at IS NULL AND voided_at IS NULL`);
}

/** Passes the payer whose device was enough. Another one gets the bank's next page, which returns to `returnUrl`. */
export async function completeDeviceCheck(id: string, at: Date, returnUrl: string): Promise<void> {
  await query(sql`
    UPDATE sandbox_charge SET return_url = ${returnUrl},
      challenge = CASE challenge WHEN 'device' THEN 'passed' ELSE 'pending' END,
      completed_at = CASE challenge WHEN 'device' THEN ${at}::timestamptz END
    WHERE id = ${id} AND challenge IN ('device', 'device_then_code') AND voided_at IS NULL`);
}

/** Returns false if the charge does not exist, or if part of it was refunded. */
export async function voidCharge(id: string, at: Date): Promise<boolean> {
  await db().sandboxCharge.updateMany({ where: { id, voidedAt: null, refunded: 0n }, data: { voidedAt: at } });
  return (await db().sandboxCharge.count({ where: { id, voidedAt: { not: null } } })) === 1;
}

/* The functions below serve the bank's side of an open challenge. */

const openChallenge = { challenge: "pending", completedAt: null, voidedAt: null } as const;

export async function endChallenge(id: string, verdict: "passed" | "cancelled"): Promise<void> {
  await db().sandboxCharge.updateMany({ where: { id, ...openChallenge }, data: { challenge: verdict } });
}

export async function countWrongCode(id: string, triesMax: number): Promise<void> {
  await query(sql`
    UPDATE sandbox_charge SET challenge_tries = challenge_tries + 1,
      challenge = CASE WHEN challenge_tries + 1 >= ${triesMax} THEN 'failed' ELSE challenge END
    WHERE id = ${id} AND challenge = 'pending' AND completed_at IS NULL AND voided_at IS NULL`);
}

/* The functions below store refunds. */

export function findSandboxRefund(id: string) {
  return db().sandboxRefund.findUnique({ where: { id } });
}

/**
 * Inserts a refund and adds its amount to the charge's refunded total, in one statement. Returns false if the charge
 * does not allow the refund. Also returns false if the refund exists already: its primary key then rolls the statement
 * back.
 */
export async function insertSandboxRefund({ refundId, attemptId, amount, currency }: RefundRequest): Promise<boolean> {
  try {
    const rows = await query(sql`
      WITH charge AS (
        UPDATE sandbox_charge SET refunded = refunded + ${amount}
        WHERE id = ${attemptId} AND currency = ${currency} AND code = ${approvedCode} AND voided_at IS NULL
          AND refunded + ${amount} <= amount
          AND (challenge = 'none' OR (challenge = 'passed' AND completed_at IS NOT NULL))
        RETURNING id)
      INSERT INTO sandbox_refund (id, charge_id, amount) SELECT ${refundId}, id, ${amount} FROM charge RETURNING id`);
    return rows.length === 1;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
