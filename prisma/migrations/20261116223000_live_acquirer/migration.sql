-- CreateEnum
CREATE TYPE "powertranz_refund_status" AS ENUM ('sent', 'refunded', 'declined');

-- AlterTable
ALTER TABLE "attempt" ADD COLUMN     "authentication_status" TEXT,
ADD COLUMN     "bank_message" TEXT,
ADD COLUMN     "ds_transaction_id" TEXT,
ADD COLUMN     "eci" TEXT,
ADD COLUMN     "is_authentication_confirmed" BOOLEAN;

-- CreateTable
CREATE TABLE "terminal" (
    "id" VARCHAR(26) NOT NULL,
    "platform" "platform" NOT NULL,
    "currency" "currency" NOT NULL,
    "base_address" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "sealed_password" BYTEA NOT NULL,
    "sealed_gateway_key" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "terminal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "authentication_policy" (
    "platform" "platform" NOT NULL,
    "allows_unavailable" BOOLEAN NOT NULL DEFAULT false,
    "allows_unsupported" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "authentication_policy_pkey" PRIMARY KEY ("platform")
);

-- CreateTable
CREATE TABLE "powertranz_charge" (
    "attempt_id" VARCHAR(26) NOT NULL,
    "transaction_identifier" UUID NOT NULL,
    "terminal_id" VARCHAR(26) NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" "currency" NOT NULL,
    "network" "card_network" NOT NULL,
    "requires_authentication" BOOLEAN NOT NULL,
    "sale_sent_at" TIMESTAMPTZ(3) NOT NULL,
    "sale_ended_at" TIMESTAMPTZ(3),
    "sealed_token" BYTEA,
    "token_issued_at" TIMESTAMPTZ(3),
    "authentication" JSONB,
    "payment_sent_at" TIMESTAMPTZ(3),
    "payment_ended_at" TIMESTAMPTZ(3),
    "iso_code" TEXT,
    "decline_code" TEXT,
    "approved_at" TIMESTAMPTZ(3),
    "authorization_code" TEXT,
    "rrn" TEXT,
    "avs_letter" TEXT,
    "cvv_letter" TEXT,
    "void_sent_at" TIMESTAMPTZ(3),
    "voided_at" TIMESTAMPTZ(3),
    "refunded" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "powertranz_charge_pkey" PRIMARY KEY ("attempt_id")
);

-- CreateTable
CREATE TABLE "powertranz_refund" (
    "refund_id" VARCHAR(26) NOT NULL,
    "attempt_id" VARCHAR(26) NOT NULL,
    "amount" BIGINT NOT NULL,
    "status" "powertranz_refund_status" NOT NULL DEFAULT 'sent',
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "iso_code" TEXT,
    "transaction_identifier" TEXT,

    CONSTRAINT "powertranz_refund_pkey" PRIMARY KEY ("refund_id")
);

-- CreateTable
CREATE TABLE "acquirer_health" (
    "acquirer" TEXT NOT NULL,
    "is_up" BOOLEAN NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "latency_ms" INTEGER,

    CONSTRAINT "acquirer_health_pkey" PRIMARY KEY ("acquirer")
);

-- CreateIndex
CREATE UNIQUE INDEX "terminal_active_key" ON "terminal"("platform", "currency", "base_address") WHERE (disabled_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "powertranz_charge_transaction_identifier_key" ON "powertranz_charge"("transaction_identifier");

-- CreateIndex
CREATE INDEX "powertranz_charge_terminal_id_sale_sent_at_idx" ON "powertranz_charge"("terminal_id", "sale_sent_at");

-- CreateIndex
CREATE INDEX "powertranz_refund_attempt_id_idx" ON "powertranz_refund"("attempt_id");

-- AddForeignKey
ALTER TABLE "powertranz_charge" ADD CONSTRAINT "powertranz_charge_terminal_id_fkey" FOREIGN KEY ("terminal_id") REFERENCES "terminal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "powertranz_refund" ADD CONSTRAINT "powertranz_refund_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "powertranz_charge"("attempt_id") ON DELETE RESTRICT ON UPDATE CASCADE;
