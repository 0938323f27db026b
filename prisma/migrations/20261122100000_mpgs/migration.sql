-- CreateEnum
CREATE TYPE "mpgs_refund_status" AS ENUM ('sent', 'refunded', 'declined');

-- CreateTable
CREATE TABLE "mpgs_charge" (
    "attempt_id" VARCHAR(26) NOT NULL,
    "terminal_id" VARCHAR(26) NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" "currency" NOT NULL,
    "network" "card_network" NOT NULL,
    "requires_authentication" BOOLEAN NOT NULL,
    "needs_capture" BOOLEAN NOT NULL,
    "sale_sent_at" TIMESTAMPTZ(3) NOT NULL,
    "sale_ended_at" TIMESTAMPTZ(3),
    "sealed_steps" BYTEA,
    "authenticate_sent_at" TIMESTAMPTZ(3),
    "authentication" JSONB,
    "payment_sent_at" TIMESTAMPTZ(3),
    "capture_sent_at" TIMESTAMPTZ(3),
    "payment_ended_at" TIMESTAMPTZ(3),
    "gateway_code" TEXT,
    "decline_code" TEXT,
    "approved_at" TIMESTAMPTZ(3),
    "receipt" TEXT,
    "avs_code" TEXT,
    "void_count" INTEGER NOT NULL DEFAULT 0,
    "void_started_at" TIMESTAMPTZ(3),
    "void_unclear_at" TIMESTAMPTZ(3),
    "void_running_until" TIMESTAMPTZ(3),
    "void_refused_at" TIMESTAMPTZ(3),
    "voided_at" TIMESTAMPTZ(3),
    "refunded" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "mpgs_charge_pkey" PRIMARY KEY ("attempt_id")
);

-- CreateTable
CREATE TABLE "mpgs_refund" (
    "refund_id" VARCHAR(26) NOT NULL,
    "attempt_id" VARCHAR(26) NOT NULL,
    "amount" BIGINT NOT NULL,
    "status" "mpgs_refund_status" NOT NULL DEFAULT 'sent',
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "iso_code" TEXT,

    CONSTRAINT "mpgs_refund_pkey" PRIMARY KEY ("refund_id")
);

-- CreateIndex
CREATE INDEX "mpgs_charge_terminal_id_sale_sent_at_idx" ON "mpgs_charge"("terminal_id", "sale_sent_at");

-- CreateIndex
CREATE INDEX "mpgs_charge_sale_sent_at_idx" ON "mpgs_charge"("sale_sent_at") WHERE (sealed_steps IS NOT NULL);

-- CreateIndex
CREATE INDEX "mpgs_refund_attempt_id_idx" ON "mpgs_refund"("attempt_id");

-- AddForeignKey
ALTER TABLE "mpgs_charge" ADD CONSTRAINT "mpgs_charge_terminal_id_fkey" FOREIGN KEY ("terminal_id") REFERENCES "terminal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mpgs_refund" ADD CONSTRAINT "mpgs_refund_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "mpgs_charge"("attempt_id") ON DELETE RESTRICT ON UPDATE CASCADE;
