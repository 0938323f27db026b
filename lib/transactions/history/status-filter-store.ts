import { literal, type Statement, sql } from "@/lib/db/sql";
import { anyReason, codesOfReason, declineReasonWords, unknownCodesReason } from "@/lib/format/decline-reasons";
import { leftCode } from "@/lib/reference/response-codes";
import type { StatusFilter } from "@/lib/reference/stored-values";
import { isAbandoned } from "./abandoned-store";

/**
 * SQL conditions that select the payments with a given badge (lib/format/payment-badge.ts). Subqueries name few rows
 * (refunded, rejected or disputed payments), so PostgreSQL reads the list's index as without them.
 */

const disputed = sql`SELECT session_id FROM chargeback`;
const pending = sql`SELECT session_id FROM refund WHERE ended_at IS NULL`;
const rejectedLast = sql`
  SELECT r.session_id FROM refund r WHERE r.status = 'rejected'
    AND NOT EXISTS (SELECT FROM refund newer WHERE newer.session_id = r.session_id AND newer.id > r.id)`;
const rejected = sql`SELECT session_id FROM refund WHERE status = 'rejected'`;

const isRefundedOnly = sql`refunded > 0 AND id NOT IN (${disputed}) AND id NOT IN (${pending}) AND id NOT IN (${rejectedLast})`;
const isCancelled = sql`code = ${literal(leftCode)}`;

export const statusConditions: Readonly<Record<StatusFilter, (isOwn: Statement) => Statement>> = {
  // The subquery over refunded payments is limited to the owner's, which its index holds apart.
  paid: (isOwn) => sql`status = 'success' AND id NOT IN (
    SELECT id FROM checkout_session WHERE ${isOwn} AND refunded > 0 UNION ALL ${rejected} UNION ALL ${disputed})`,
  open: () => sql`status IS NULL AND state <> 'finalising'`,
  confirming: () => sql`status IS NULL AND state = 'finalising'`,
  declined: () => sql`status = 'failed' AND NOT ${isAbandoned} AND NOT ${isCancelled}`,
  abandoned: () => sql`${isAbandoned} AND NOT ${isCancelled}`,
  cancelled: () => sql`status = 'failed' AND ${isCancelled}`,
  error: () => sql`status = 'error'`,
  "refund-pending": () => sql`refunded > 0 AND id IN (${pending}) AND id NOT IN (${disputed})`,
  "partly-refunded": () => sql`${isRefundedOnly} AND refunded < total + customer_fee`,
  refunded: () => sql`${isRefundedOnly} AND refunded = total + customer_fee`,
  "refund-rejected": () => sql`status = 'success' AND id IN (${rejectedLast}) AND id NOT IN (${disputed})`,
  chargeback: () => sql`id IN (${disputed})`,
};

/** Selects the payments that the figures count as declined, for any reason or for one. */
export function declinedBecause(reason: string): Statement {
  const isDeclined = sql`purpose <> 'card_create' AND outcome_to_sum(status, code, attempt_id, last_code) = 'declined'`;
  if (reason === anyReason) return isDeclined;
  if (reason !== unknownCodesReason) return sql`${isDeclined} AND code = ANY (${codesOfReason(reason)}::text[])`;
  const others = Object.keys(declineReasonWords).filter((key) => key !== unknownCodesReason);
  return sql`${isDeclined} AND code <> ALL (${others.flatMap(codesOfReason)}::text[])`;
}
