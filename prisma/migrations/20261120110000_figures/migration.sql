-- CreateEnum
CREATE TYPE "summed_outcome" AS ENUM ('paid', 'declined', 'abandoned');

-- CreateTable
CREATE TABLE "balance_day" (
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "currency" "currency" NOT NULL,
    "day" DATE NOT NULL,
    "available" BIGINT NOT NULL,

    CONSTRAINT "balance_day_pkey" PRIMARY KEY ("account_number","environment","currency","day")
);

-- CreateTable
CREATE TABLE "payment_sum" (
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "currency" "currency" NOT NULL,
    "outcome" "summed_outcome" NOT NULL,
    "code" TEXT NOT NULL,
    "payments" INTEGER NOT NULL,
    "volume" BIGINT NOT NULL,

    CONSTRAINT "payment_sum_pkey" PRIMARY KEY ("account_number","environment","hour","currency","outcome","code")
);

-- CreateTable
CREATE TABLE "payment_sum_change" (
    "session_id" VARCHAR(26) NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "currency" "currency" NOT NULL,
    "outcome" "summed_outcome" NOT NULL,
    "code" TEXT NOT NULL,
    "volume" BIGINT NOT NULL,

    CONSTRAINT "payment_sum_change_pkey" PRIMARY KEY ("session_id")
);

-- CreateIndex
CREATE INDEX "balance_day_day_idx" ON "balance_day"("day");

-- CreateIndex
CREATE INDEX "payment_sum_hour_idx" ON "payment_sum"("hour");

-- Written by hand, because Prisma's schema cannot express it.

-- The worker deletes every row a few seconds after a payment wrote it. The default settings of a small table let dead
-- rows pile up that each page of figures would read.
ALTER TABLE "payment_sum_change" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- How the figures count a session. Null while it has no result. The codes are those of lib/reference/response-codes.ts:
-- left, then stored card gone, card expired, and an order or link that another session held.
CREATE FUNCTION outcome_to_sum(status result_status, code text, attempt_id text, last_code text)
RETURNS summed_outcome LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN status = 'success' THEN 'paid'::summed_outcome
    WHEN status = 'failed' AND (code = 'AB' OR attempt_id IS NULL AND code NOT IN ('CG', '54')
      AND coalesce(last_code NOT IN ('OB', 'OP', 'LH'), true)) THEN 'abandoned'::summed_outcome
    WHEN status IS NOT NULL THEN 'declined'::summed_outcome
  END
$$;

-- Also writes the results of the previous release.
CREATE FUNCTION sum_payment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted CONSTANT summed_outcome := outcome_to_sum(NEW.status, NEW.code, NEW.attempt_id, NEW.last_code);
BEGIN
  INSERT INTO payment_sum_change (session_id, account_number, environment, hour, currency, outcome, code, volume)
  VALUES (NEW.id, NEW.account_number, NEW.environment, date_bin('1 hour', NEW.accepted_at, 'epoch'), NEW.currency,
    counted, CASE WHEN counted = 'declined' THEN coalesce(NEW.code, '') ELSE '' END,
    CASE WHEN counted = 'paid' THEN NEW.total + NEW.customer_fee ELSE 0 END);
  RETURN NULL;
END $$;

CREATE TRIGGER checkout_session_summed AFTER UPDATE ON checkout_session
  FOR EACH ROW WHEN (OLD.status IS NULL AND NEW.status IS NOT NULL AND NEW.purpose <> 'card_create')
  EXECUTE FUNCTION sum_payment();

CREATE TRIGGER checkout_session_inserted_summed AFTER INSERT ON checkout_session
  FOR EACH ROW WHEN (NEW.status IS NOT NULL AND NEW.purpose <> 'card_create')
  EXECUTE FUNCTION sum_payment();
