-- CreateEnum
CREATE TYPE "ledger_book" AS ENUM ('available', 'held', 'owed', 'acquirer', 'fees', 'bank', 'suspense', 'adjustment');

-- CreateEnum
CREATE TYPE "journal_kind" AS ENUM ('opening', 'payment', 'refund_hold', 'refund_paid', 'refund_release', 'withdrawal_hold', 'withdrawal_paid', 'withdrawal_release', 'forced_debit', 'micro_charge', 'micro_charge_return');

-- CreateEnum
CREATE TYPE "refund_status" AS ENUM ('requested', 'sent', 'refunded', 'rejected');

-- CreateEnum
CREATE TYPE "bank_type" AS ENUM ('local', 'foreign');

-- CreateEnum
CREATE TYPE "withdrawal_type" AS ENUM ('normal', 'sub_banked', 'sub_unbanked');

-- DropIndex
DROP INDEX "checkout_session_final_order_idx";

-- AlterTable
ALTER TABLE "checkout_session" ADD COLUMN     "refunded" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "ledger_journal" (
    "id" VARCHAR(26) NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "kind" "journal_kind" NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_journal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_line" (
    "journal_id" VARCHAR(26) NOT NULL,
    "book" "ledger_book" NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "ledger_line_pkey" PRIMARY KEY ("journal_id","book")
);

-- CreateTable
CREATE TABLE "merchant_balance" (
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "available" BIGINT NOT NULL DEFAULT 0,
    "held" BIGINT NOT NULL DEFAULT 0,
    "owed" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "merchant_balance_pkey" PRIMARY KEY ("account_number","environment","currency")
);

-- CreateTable
CREATE TABLE "history_count" (
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "counted" INTEGER NOT NULL,

    CONSTRAINT "history_count_pkey" PRIMARY KEY ("account_number","environment")
);

-- CreateTable
CREATE TABLE "reconciliation" (
    "id" VARCHAR(26) NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "checked" INTEGER NOT NULL,
    "differences" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reconciliation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refund" (
    "id" VARCHAR(26) NOT NULL,
    "session_id" VARCHAR(26) NOT NULL,
    "attempt_id" VARCHAR(26) NOT NULL,
    "amount" BIGINT NOT NULL,
    "reason" TEXT,
    "status" "refund_status" NOT NULL DEFAULT 'requested',
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "called_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "inquiries" INTEGER NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "refund_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bank_account" (
    "account_number" VARCHAR(10) NOT NULL,
    "type" "bank_type" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "details" JSONB NOT NULL,
    "sealed_number" BYTEA NOT NULL,
    "number_last4" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bank_account_pkey" PRIMARY KEY ("account_number","type")
);

-- CreateTable
CREATE TABLE "picture" (
    "account_number" VARCHAR(10) NOT NULL,
    "id" VARCHAR(26) NOT NULL,
    "png" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "picture_pkey" PRIMARY KEY ("account_number")
);

-- CreateTable
CREATE TABLE "withdrawal" (
    "transaction_id" VARCHAR(29) NOT NULL,
    "reference" UUID NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "platform" "platform" NOT NULL,
    "type" "withdrawal_type" NOT NULL,
    "status" SMALLINT NOT NULL DEFAULT 0,
    "currency" CHAR(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "data" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "bank_name" TEXT,
    "sealed_bank_account" BYTEA,
    "bank_account_last4" TEXT,
    "bank_account_type" TEXT,
    "bank_branch" TEXT,
    "name_in_bank" TEXT,
    "recipient_name" TEXT,
    "id_type" TEXT,
    "sealed_id_number" BYTEA,
    "id_number_last4" TEXT,
    "bank_details" JSONB,
    "batch" VARCHAR(26),
    "moves_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "withdrawal_pkey" PRIMARY KEY ("transaction_id")
);

-- CreateIndex
CREATE INDEX "ledger_journal_account_number_environment_currency_idx" ON "ledger_journal"("account_number", "environment", "currency");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_journal_subject_kind_key" ON "ledger_journal"("subject", "kind");

-- CreateIndex
CREATE INDEX "reconciliation_until_idx" ON "reconciliation"("until");

-- CreateIndex
CREATE INDEX "refund_session_id_id_idx" ON "refund"("session_id", "id");

-- CreateIndex
CREATE INDEX "refund_due_at_idx" ON "refund"("due_at") WHERE (due_at IS NOT NULL);

-- CreateIndex
CREATE UNIQUE INDEX "refund_open_key" ON "refund"("session_id") WHERE (ended_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "picture_id_key" ON "picture"("id");

-- CreateIndex
CREATE UNIQUE INDEX "withdrawal_reference_key" ON "withdrawal"("reference");

-- CreateIndex
CREATE INDEX "withdrawal_account_number_environment_created_at_transactio_idx" ON "withdrawal"("account_number", "environment", "created_at", "transaction_id");

-- CreateIndex
CREATE INDEX "withdrawal_history_idx" ON "withdrawal"("account_number", "environment", "created_at", "transaction_id") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "withdrawal_moves_at_idx" ON "withdrawal"("moves_at") WHERE (moves_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "withdrawal_to_send_idx" ON "withdrawal"("environment", "platform", "created_at") WHERE (status = ANY (ARRAY[0, 4]));

-- CreateIndex
CREATE INDEX "withdrawal_batch_idx" ON "withdrawal"("batch") WHERE (batch IS NOT NULL);

-- CreateIndex
CREATE INDEX "checkout_session_account_number_environment_order_id_idx" ON "checkout_session"("account_number", "environment", "order_id");

-- CreateIndex
CREATE INDEX "checkout_session_history_idx" ON "checkout_session"("account_number", "environment", "accepted_at", "id", "status", "currency");

-- AddForeignKey
ALTER TABLE "ledger_journal" ADD CONSTRAINT "ledger_journal_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_line" ADD CONSTRAINT "ledger_line_journal_id_fkey" FOREIGN KEY ("journal_id") REFERENCES "ledger_journal"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "merchant_balance" ADD CONSTRAINT "merchant_balance_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refund" ADD CONSTRAINT "refund_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "checkout_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_account" ADD CONSTRAINT "bank_account_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "picture" ADD CONSTRAINT "picture_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What follows is written by hand: Prisma's schema has no words for it.

-- The ledger: append-only, every journal balanced when its transaction commits.
CREATE FUNCTION keep_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;

CREATE TRIGGER "ledger_journal_append_only" BEFORE UPDATE OR DELETE ON "ledger_journal" FOR EACH ROW EXECUTE FUNCTION keep_ledger();
CREATE TRIGGER "ledger_journal_no_truncate" BEFORE TRUNCATE ON "ledger_journal" FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();
CREATE TRIGGER "ledger_line_append_only" BEFORE UPDATE OR DELETE ON "ledger_line" FOR EACH ROW EXECUTE FUNCTION keep_ledger();
CREATE TRIGGER "ledger_line_no_truncate" BEFORE TRUNCATE ON "ledger_line" FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger();

ALTER TABLE "ledger_line" ADD CONSTRAINT "ledger_line_amount_check" CHECK (amount <> 0);

CREATE FUNCTION check_journal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  checked text := CASE TG_TABLE_NAME WHEN 'ledger_line' THEN to_jsonb(NEW) ->> 'journal_id' ELSE to_jsonb(NEW) ->> 'id' END;
BEGIN
  IF (SELECT count(*) = 0 OR sum(amount) <> 0 FROM ledger_line WHERE journal_id = checked) THEN
    RAISE EXCEPTION 'journal % is not balanced', checked USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER "ledger_journal_balanced" AFTER INSERT ON "ledger_journal"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal();
CREATE CONSTRAINT TRIGGER "ledger_line_balanced" AFTER INSERT ON "ledger_line"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_journal();

-- A merchant's balances follow the lines, and never go below zero. Debts are paid before anything becomes available.
ALTER TABLE "merchant_balance" ADD CONSTRAINT "merchant_balance_available_check" CHECK (available >= 0);
ALTER TABLE "merchant_balance" ADD CONSTRAINT "merchant_balance_held_check" CHECK (held >= 0);
ALTER TABLE "merchant_balance" ADD CONSTRAINT "merchant_balance_owed_check" CHECK (owed <= 0 AND (owed = 0 OR available = 0));

CREATE FUNCTION move_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO merchant_balance (account_number, environment, currency)
  SELECT DISTINCT j.account_number, j.environment, j.currency
  FROM added a JOIN ledger_journal j ON j.id = a.journal_id
  WHERE a.book IN ('available', 'held', 'owed')
  ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING;
  UPDATE merchant_balance b
  SET available = b.available + m.available, held = b.held + m.held, owed = b.owed + m.owed
  FROM (
    SELECT j.account_number, j.environment, j.currency,
           coalesce(sum(a.amount) FILTER (WHERE a.book = 'available'), 0) AS available,
           coalesce(sum(a.amount) FILTER (WHERE a.book = 'held'), 0) AS held,
           coalesce(sum(a.amount) FILTER (WHERE a.book = 'owed'), 0) AS owed
    FROM added a JOIN ledger_journal j ON j.id = a.journal_id
    WHERE a.book IN ('available', 'held', 'owed')
    GROUP BY 1, 2, 3
  ) m
  WHERE (b.account_number, b.environment, b.currency) = (m.account_number, m.environment, m.currency);
  RETURN NULL;
END $$;

CREATE TRIGGER "ledger_line_moves_balances" AFTER INSERT ON "ledger_line"
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION move_balances();

-- Payments that succeeded before there was a ledger. A session's id serves as its journal's.
INSERT INTO ledger_journal (id, account_number, environment, currency, kind, subject, created_at)
SELECT id, account_number, environment, currency, 'payment', transaction_id, finalised_at
FROM checkout_session WHERE status = 'success';
INSERT INTO ledger_line (journal_id, book, amount)
SELECT s.id, line.book::ledger_book, line.amount
FROM checkout_session s,
  LATERAL (VALUES ('acquirer', -(s.total + s.customer_fee)), ('fees', s.customer_fee + s.merchant_fee),
                  ('available', s.total - s.merchant_fee)) AS line (book, amount)
WHERE s.status = 'success' AND line.amount <> 0;

-- Nobody gets back more than was debited.
ALTER TABLE "checkout_session" ADD CONSTRAINT "checkout_session_refunded_check" CHECK (
  refunded = 0 OR (status IS NOT DISTINCT FROM 'success' AND refunded > 0 AND refunded <= total + customer_fee)
);
-- What the ledger was told of a payment stands as well.
CREATE TRIGGER "checkout_session_credit_stands" BEFORE UPDATE ON "checkout_session" FOR EACH ROW
WHEN (OLD.state = 'finalised' AND (NEW.merchant_fee, NEW.attempt_id) IS DISTINCT FROM (OLD.merchant_fee, OLD.attempt_id))
EXECUTE FUNCTION keep_session_result();

ALTER TABLE "refund" ADD CONSTRAINT "refund_amount_check" CHECK (amount > 0);
ALTER TABLE "refund" ADD CONSTRAINT "refund_end_check" CHECK (
  (status IN ('refunded', 'rejected')) = (ended_at IS NOT NULL) AND (ended_at IS NULL) = (due_at IS NOT NULL)
);

-- Withdrawals move along these steps only.
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_amount_check" CHECK (amount > 0);
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_status_check" CHECK (status BETWEEN 0 AND 6);
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_deleted_check" CHECK ((status = 6) = (deleted_at IS NOT NULL));
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_moves_check" CHECK (environment = 'sandbox' OR moves_at IS NULL);

CREATE FUNCTION refuse_withdrawal_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'withdrawal % cannot go from % to %', OLD.transaction_id, OLD.status, NEW.status;
END $$;

CREATE TRIGGER "withdrawal_steps" BEFORE UPDATE ON "withdrawal" FOR EACH ROW
WHEN ((NEW.amount, NEW.currency, NEW.account_number, NEW.environment)
  IS DISTINCT FROM (OLD.amount, OLD.currency, OLD.account_number, OLD.environment)
  OR (OLD.status <> NEW.status
    AND (OLD.status, NEW.status) NOT IN ((0, 1), (0, 3), (3, 4), (4, 1), (1, 2), (1, 5), (0, 6), (4, 6))))
EXECUTE FUNCTION refuse_withdrawal_step();
