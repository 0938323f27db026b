-- CreateTable
CREATE TABLE "retention_sweep" (
    "table_name" TEXT NOT NULL,
    "deleted" BIGINT NOT NULL,
    "overdue_since" TIMESTAMPTZ(3),
    "swept_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "retention_sweep_pkey" PRIMARY KEY ("table_name")
);

-- The rest is written by hand, because Prisma's schema cannot express it.

-- The timeline stays append-only until its period ends (lib/retention/policies.ts). A day is subtracted, because the
-- sweep uses the worker's clock.
CREATE OR REPLACE FUNCTION keep_session_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT FROM checkout_session
    WHERE id = OLD.session_id AND (accepted_at < now() - interval '729 days' OR (
      status = 'failed' AND attempt_id IS NULL AND (environment = 'sandbox' OR accepted_at < now() - interval '399 days')))
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the timeline is append-only';
END $$;

-- Erasing a payer's personal data empties two columns of a final session: `data`, and the query of `response_url`.
CREATE OR REPLACE FUNCTION keep_finalised_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.state, NEW.status, NEW.code, NEW.ending, NEW.finalised_at, NEW.total, NEW.customer_fee, NEW.merchant_fee,
      NEW.currency, NEW.card, NEW.attempt_id, NEW.transaction_id, NEW.order_id, NEW.account_number, NEW.environment)
    IS DISTINCT FROM
     (OLD.state, OLD.status, OLD.code, OLD.ending, OLD.finalised_at, OLD.total, OLD.customer_fee, OLD.merchant_fee,
      OLD.currency, OLD.card, OLD.attempt_id, OLD.transaction_id, OLD.order_id, OLD.account_number, OLD.environment)
    OR (NEW.data IS NOT NULL AND NEW.data IS DISTINCT FROM OLD.data)
    OR NEW.response_url NOT IN (OLD.response_url, split_part(OLD.response_url, '?', 1))
  THEN
    RAISE EXCEPTION 'the result of % stands', OLD.transaction_id;
  END IF;
  RETURN NEW;
END $$;
