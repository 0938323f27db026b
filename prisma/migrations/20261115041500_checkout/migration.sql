-- CreateEnum
CREATE TYPE "session_state" AS ENUM ('hosted', 'authorising', 'challenged', 'finalising', 'finalised');

-- CreateEnum
CREATE TYPE "result_status" AS ENUM ('success', 'failed', 'error');

-- CreateEnum
CREATE TYPE "attempt_state" AS ENUM ('sent', 'challenged', 'answering', 'unknown', 'approved', 'declined', 'dropped', 'refused');

-- CreateTable
CREATE TABLE "merchant_settings" (
    "account_number" VARCHAR(10) NOT NULL,
    "display_name" TEXT,
    "support_contact" TEXT,
    "avs" BOOLEAN NOT NULL DEFAULT false,
    "refuses_paid_orders" BOOLEAN NOT NULL DEFAULT true,
    "currencies" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "form_posts" BOOLEAN NOT NULL DEFAULT true,
    "response_hosts" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "frame_origins" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "merchant_settings_pkey" PRIMARY KEY ("account_number")
);

-- CreateTable
CREATE TABLE "merchant_key" (
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "sealed_hash_key" BYTEA NOT NULL,
    "sealed_signing_secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "merchant_key_pkey" PRIMARY KEY ("account_number","environment")
);

-- CreateTable
CREATE TABLE "checkout_session" (
    "id" VARCHAR(26) NOT NULL,
    "transaction_id" VARCHAR(29) NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "platform" "platform" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "total" BIGINT NOT NULL,
    "customer_fee" BIGINT NOT NULL,
    "merchant_fee" BIGINT NOT NULL,
    "fee_structure" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "is_legacy" BOOLEAN NOT NULL DEFAULT false,
    "order_id" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "response_url" TEXT NOT NULL,
    "version" TEXT,
    "data" TEXT,
    "avs" BOOLEAN NOT NULL,
    "card_type" TEXT,
    "email" TEXT,
    "first_name" TEXT,
    "last_name" TEXT,
    "address1" TEXT,
    "address2" TEXT,
    "city" TEXT,
    "region" TEXT,
    "zipcode" TEXT,
    "country" CHAR(2),
    "phone" TEXT,
    "state" "session_state" NOT NULL DEFAULT 'hosted',
    "attempt_id" VARCHAR(26),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "last_code" TEXT,
    "is_leaving" BOOLEAN NOT NULL DEFAULT false,
    "holds_order" BOOLEAN NOT NULL DEFAULT false,
    "status" "result_status",
    "code" TEXT,
    "card" TEXT,
    "card_network" TEXT,
    "clock_offset_ms" BIGINT NOT NULL DEFAULT 0,
    "clock_stopped_at" TIMESTAMPTZ(3),
    "simulation" JSONB,
    "accepted_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "opened_at" TIMESTAMPTZ(3),
    "finalised_at" TIMESTAMPTZ(3),
    "handed_over_at" TIMESTAMPTZ(3),

    CONSTRAINT "checkout_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "attempt" (
    "id" VARCHAR(26) NOT NULL,
    "session_id" VARCHAR(26) NOT NULL,
    "environment" "environment" NOT NULL,
    "platform" "platform" NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "state" "attempt_state" NOT NULL DEFAULT 'sent',
    "card_last4" CHAR(4) NOT NULL,
    "card_network" TEXT NOT NULL,
    "card_fingerprint" BYTEA NOT NULL,
    "address_digest" BYTEA NOT NULL,
    "code" TEXT,
    "avs" TEXT,
    "reference" TEXT,
    "sealed_challenge" BYTEA,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "called_at" TIMESTAMPTZ(3) NOT NULL,
    "inquire_at" TIMESTAMPTZ(3),
    "inquiries" INTEGER NOT NULL DEFAULT 0,
    "void_at" TIMESTAMPTZ(3),
    "void_tries" INTEGER NOT NULL DEFAULT 0,
    "voided_at" TIMESTAMPTZ(3),

    CONSTRAINT "attempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "session_event" (
    "id" BIGSERIAL NOT NULL,
    "session_id" VARCHAR(26) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "type" TEXT NOT NULL,
    "detail" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "session_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_charge" (
    "id" VARCHAR(26) NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "code" CHAR(2) NOT NULL,
    "delivery" TEXT NOT NULL,
    "avs" TEXT NOT NULL,
    "bank" TEXT NOT NULL,
    "return_url" TEXT NOT NULL,
    "called_at" TIMESTAMPTZ(3) NOT NULL,
    "challenge" TEXT NOT NULL DEFAULT 'none',
    "challenge_tries" INTEGER NOT NULL DEFAULT 0,
    "completed_at" TIMESTAMPTZ(3),
    "voided_at" TIMESTAMPTZ(3),
    "refunded" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "sandbox_charge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_refund" (
    "id" VARCHAR(26) NOT NULL,
    "charge_id" VARCHAR(26) NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "sandbox_refund_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "checkout_session_transaction_id_key" ON "checkout_session"("transaction_id");

-- CreateIndex
CREATE INDEX "checkout_session_open_idx" ON "checkout_session"("expires_at") WHERE (finalised_at IS NULL);

-- CreateIndex
CREATE INDEX "checkout_session_final_order_idx" ON "checkout_session"("account_number", "environment", "order_id") WHERE (finalised_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "checkout_session_order_key" ON "checkout_session"("account_number", "environment", "origin", "order_id") WHERE (holds_order);

-- CreateIndex
CREATE INDEX "attempt_session_id_idx" ON "attempt"("session_id");

-- CreateIndex
CREATE INDEX "attempt_inquire_at_idx" ON "attempt"("inquire_at") WHERE (inquire_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "attempt_void_at_idx" ON "attempt"("void_at") WHERE (void_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "attempt_card_fingerprint_started_at_idx" ON "attempt"("card_fingerprint", "started_at");

-- CreateIndex
CREATE INDEX "attempt_address_digest_started_at_idx" ON "attempt"("address_digest", "started_at");

-- CreateIndex
CREATE INDEX "session_event_session_id_id_idx" ON "session_event"("session_id", "id");

-- CreateIndex
CREATE INDEX "sandbox_refund_charge_id_idx" ON "sandbox_refund"("charge_id");

-- AddForeignKey
ALTER TABLE "merchant_settings" ADD CONSTRAINT "merchant_settings_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merchant_key" ADD CONSTRAINT "merchant_key_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_session" ADD CONSTRAINT "checkout_session_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "checkout_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_event" ADD CONSTRAINT "session_event_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "checkout_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sandbox_refund" ADD CONSTRAINT "sandbox_refund_charge_id_fkey" FOREIGN KEY ("charge_id") REFERENCES "sandbox_charge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows is written by hand: Prisma's schema has no words for it.

-- A session's own time: the database's clock, in sandbox moved on or stopped. A stopped one runs again
-- after an hour, so that no session stays open for ever.
CREATE FUNCTION session_time(offset_ms bigint, stopped_at timestamptz) RETURNS timestamptz
LANGUAGE sql VOLATILE AS $$
  SELECT CASE WHEN running - stopped_at < interval '1 hour' THEN stopped_at ELSE running END
  FROM (SELECT date_trunc('milliseconds', clock_timestamp()) + offset_ms * interval '1 millisecond') AS t (running)
$$;

-- A result is there exactly when the session is over, and then it stands.
ALTER TABLE "checkout_session" ADD CONSTRAINT "checkout_session_result_check" CHECK (
  (state = 'finalised') = (status IS NOT NULL)
  AND (status IS NULL) = (code IS NULL)
  AND (status IS NULL) = (finalised_at IS NULL)
);

-- Only in sandbox is time what somebody says it is.
ALTER TABLE "checkout_session" ADD CONSTRAINT "checkout_session_clock_check" CHECK (
  environment = 'sandbox' OR (clock_offset_ms = 0 AND clock_stopped_at IS NULL)
);

CREATE FUNCTION keep_session_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the result of % stands', OLD.transaction_id;
END $$;

CREATE TRIGGER "checkout_session_result_stands" BEFORE UPDATE ON "checkout_session" FOR EACH ROW
WHEN (OLD.state = 'finalised'
  AND (NEW.state, NEW.status, NEW.code, NEW.finalised_at, NEW.total, NEW.customer_fee, NEW.currency, NEW.card,
       NEW.transaction_id, NEW.order_id, NEW.data, NEW.response_url, NEW.account_number, NEW.environment)
  IS DISTINCT FROM
      (OLD.state, OLD.status, OLD.code, OLD.finalised_at, OLD.total, OLD.customer_fee, OLD.currency, OLD.card,
       OLD.transaction_id, OLD.order_id, OLD.data, OLD.response_url, OLD.account_number, OLD.environment))
EXECUTE FUNCTION keep_session_result();

CREATE FUNCTION keep_session_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the timeline is append-only';
END $$;

CREATE TRIGGER "session_event_append_only" BEFORE UPDATE OR DELETE ON "session_event" FOR EACH ROW
EXECUTE FUNCTION keep_session_event();
