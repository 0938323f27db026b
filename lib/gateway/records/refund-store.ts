import { isUniqueViolation, query } from "@/lib/db/client";
import { sql } from "@/lib/db/sql";
import type { Minor } from "@/lib/kit/money";
import type { RefundRequest } from "../port";
import type { RecordTables } from "./tables";

/** A refund in the adapter's own record. `isoCode` is our code of a decline. */
type StoredRefund = {
  refundId: string;
  attemptId: string;
  amount: Minor;
  status: "sent" | "refunded" | "declined";
  sentAt: Date;
  isoCode: string | null;
};

type Decline = { endedAt: Date; isoCode?: string | null | undefined };

/** The guarded changes of an adapter's refunds. The sum of a charge counts all its refunds except declined ones. */
export function createRefundStore({ charges, refunds }: RecordTables) {
  return {
    async find(refundId: string): Promise<StoredRefund | undefined> {
      const [found] = await query<StoredRefund>(sql`
        SELECT refund_id, attempt_id, amount, status::text, sent_at, iso_code FROM ${refunds}
        WHERE refund_id = ${refundId}`);
      return found;
    },

    /**
     * Inserts a refund if the charge allows it. Returns false if the charge is not approved, is voided, has another
     * currency or is refunded too far. Also returns false if the refund exists already.
     */
    async insert({ refundId, attemptId, amount, currency }: RefundRequest, sentAt: Date): Promise<boolean> {
      try {
        const rows = await query(sql`
          WITH charge AS (
            UPDATE ${charges} SET refunded = refunded + ${amount}
            WHERE attempt_id = ${attemptId} AND currency = ${currency}::currency AND approved_at IS NOT NULL
              AND voided_at IS NULL AND refunded + ${amount} <= amount
            RETURNING attempt_id)
          INSERT INTO ${refunds} (refund_id, attempt_id, amount, sent_at)
          SELECT ${refundId}, attempt_id, ${amount}, ${sentAt} FROM charge RETURNING refund_id`);
        return rows.length === 1;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },

    async recordRefunded(refundId: string, endedAt: Date): Promise<void> {
      await query(sql`UPDATE ${refunds} SET status = 'refunded', ended_at = ${endedAt} WHERE refund_id = ${refundId}`);
    },

    /** Records a declined refund. Its amount can be refunded again. */
    async recordDeclined(refundId: string, { endedAt, isoCode }: Decline): Promise<void> {
      await query(sql`
        WITH declined AS (
          UPDATE ${refunds} SET status = 'declined', ended_at = ${endedAt}, iso_code = ${isoCode ?? null}
          WHERE refund_id = ${refundId} AND status = 'sent' RETURNING attempt_id, amount)
        UPDATE ${charges} c SET refunded = c.refunded - d.amount FROM declined d WHERE c.attempt_id = d.attempt_id`);
    },

    /** Removes a refund that was provably not sent, so that it can be sent again. */
    async deleteUnsent(refundId: string): Promise<void> {
      await query(sql`
        WITH unsent AS (
          DELETE FROM ${refunds} WHERE refund_id = ${refundId} AND status = 'sent' RETURNING attempt_id, amount)
        UPDATE ${charges} c SET refunded = c.refunded - u.amount FROM unsent u WHERE c.attempt_id = u.attempt_id`);
    },
  };
}

export type RefundStore = ReturnType<typeof createRefundStore>;
