-- CreateEnum
CREATE TYPE "chargeback_status" AS ENUM ('open', 'won', 'lost');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('pending', 'delivered', 'failed');

-- AlterEnum
ALTER TYPE "journal_kind" ADD VALUE 'forced_debit_return';

-- AlterTable
ALTER TABLE "checkout_session" ADD COLUMN     "fraud_confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "language" CHAR(2);

-- CreateTable
CREATE TABLE "chargeback" (
    "id" VARCHAR(26) NOT NULL,
    "session_id" VARCHAR(26) NOT NULL,
    "amount" BIGINT NOT NULL,
    "status" "chargeback_status" NOT NULL DEFAULT 'open',
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "chargeback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoint" (
    "id" VARCHAR(26) NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "sealed_secret" BYTEA NOT NULL,
    "sealed_previous_secret" BYTEA,
    "previous_secret_until" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_because" TEXT,
    "last_delivered_at" TIMESTAMPTZ(3),
    "struggling_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_event" (
    "id" VARCHAR(30) NOT NULL,
    "sequence" BIGSERIAL NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "type" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "data" JSONB NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_delivery" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "event_id" VARCHAR(30) NOT NULL,
    "endpoint_id" VARCHAR(26) NOT NULL,
    "subject" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "status" "delivery_status" NOT NULL,
    "tries" SMALLINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "taken_until" TIMESTAMPTZ(3),
    "begun_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_try" (
    "id" BIGSERIAL NOT NULL,
    "delivery_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "request_headers" JSONB NOT NULL,
    "status" SMALLINT,
    "response" TEXT,
    "error" TEXT,

    CONSTRAINT "webhook_try_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mail" (
    "id" VARCHAR(26) NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "tries" SMALLINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "chargeback_session_id_key" ON "chargeback"("session_id");

-- CreateIndex
CREATE INDEX "webhook_endpoint_account_number_environment_idx" ON "webhook_endpoint"("account_number", "environment") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "webhook_event_account_number_environment_occurred_at_sequen_idx" ON "webhook_event"("account_number", "environment", "occurred_at", "sequence");

-- CreateIndex
CREATE INDEX "webhook_event_occurred_at_idx" ON "webhook_event"("occurred_at");

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_due_at_sequence_idx" ON "webhook_delivery"("endpoint_id", "due_at", "sequence") WHERE (due_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_sequence_idx" ON "webhook_delivery"("endpoint_id", "sequence");

-- CreateIndex
CREATE INDEX "webhook_delivery_open_subject_idx" ON "webhook_delivery"("endpoint_id", "subject", "sequence") WHERE (due_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "webhook_delivery_endpoint_id_taken_until_idx" ON "webhook_delivery"("endpoint_id", "taken_until") WHERE (taken_until IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_delivery_event_id_endpoint_id_key" ON "webhook_delivery"("event_id", "endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_try_delivery_id_id_idx" ON "webhook_try"("delivery_id", "id");

-- CreateIndex
CREATE INDEX "mail_due_at_idx" ON "mail"("due_at") WHERE (due_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "mail_account_number_environment_created_at_idx" ON "mail"("account_number", "environment", "created_at");

-- CreateIndex
CREATE INDEX "mail_created_at_idx" ON "mail"("created_at");

-- CreateIndex
CREATE INDEX "mail_recipient_created_at_idx" ON "mail"("recipient", "created_at");

-- AddForeignKey
ALTER TABLE "chargeback" ADD CONSTRAINT "chargeback_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "checkout_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoint"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_try" ADD CONSTRAINT "webhook_try_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
