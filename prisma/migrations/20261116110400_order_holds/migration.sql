-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "journal_kind" ADD VALUE 'late_charge';
ALTER TYPE "journal_kind" ADD VALUE 'late_charge_return';

-- AlterEnum
ALTER TYPE "ledger_book" ADD VALUE 'late_approvals';

-- DropIndex
DROP INDEX "checkout_session_order_key";

-- AlterTable
ALTER TABLE "attempt" ADD COLUMN     "requires_authentication" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "platform_refund" (
    "id" VARCHAR(26) NOT NULL,
    "session_id" VARCHAR(26) NOT NULL,
    "attempt_id" VARCHAR(26) NOT NULL,
    "amount" BIGINT NOT NULL,
    "status" "refund_status" NOT NULL DEFAULT 'requested',
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "called_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "inquiries" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "platform_refund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "platform_refund_attempt_id_idx" ON "platform_refund"("attempt_id");

-- CreateIndex
CREATE INDEX "platform_refund_session_id_idx" ON "platform_refund"("session_id");

-- CreateIndex
CREATE INDEX "platform_refund_due_at_idx" ON "platform_refund"("due_at") WHERE (due_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "platform_refund_open_key" ON "platform_refund"("attempt_id") WHERE (ended_at IS NULL);

-- CreateIndex
CREATE INDEX "checkout_session_paid_idx" ON "checkout_session"("account_number", "environment", "order_id", "total", "currency") WHERE (status = 'success'::result_status);

-- CreateIndex
CREATE UNIQUE INDEX "checkout_session_order_key" ON "checkout_session"("account_number", "environment", "origin", "order_id") WHERE (holds_order AND finalised_at IS NULL);

-- AddForeignKey
ALTER TABLE "platform_refund" ADD CONSTRAINT "platform_refund_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "checkout_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows is written by hand: Prisma's schema has no words for it.

ALTER TABLE "platform_refund" ADD CONSTRAINT "platform_refund_amount_check" CHECK (amount > 0);
ALTER TABLE "platform_refund" ADD CONSTRAINT "platform_refund_end_check" CHECK (
  (status IN ('refunded', 'rejected')) = (ended_at IS NOT NULL) AND (ended_at IS NULL) = (due_at IS NOT NULL)
);
