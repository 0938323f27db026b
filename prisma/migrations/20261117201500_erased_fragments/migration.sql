-- Written by hand, because Prisma's schema cannot express it.

-- Erasing a payer's personal data also removes the fragment of `response_url`. The previous release removes only the
-- query, and stays allowed to.
CREATE OR REPLACE FUNCTION keep_finalised_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.state, NEW.status, NEW.code, NEW.ending, NEW.finalised_at, NEW.total, NEW.customer_fee, NEW.merchant_fee,
      NEW.currency, NEW.card, NEW.attempt_id, NEW.transaction_id, NEW.order_id, NEW.account_number, NEW.environment)
    IS DISTINCT FROM
     (OLD.state, OLD.status, OLD.code, OLD.ending, OLD.finalised_at, OLD.total, OLD.customer_fee, OLD.merchant_fee,
      OLD.currency, OLD.card, OLD.attempt_id, OLD.transaction_id, OLD.order_id, OLD.account_number, OLD.environment)
    OR (NEW.data IS NOT NULL AND NEW.data IS DISTINCT FROM OLD.data)
    OR NEW.response_url NOT IN (
      OLD.response_url, split_part(OLD.response_url, '?', 1), regexp_replace(OLD.response_url, '[?#].*$', ''))
  THEN
    RAISE EXCEPTION 'the result of % stands', OLD.transaction_id;
  END IF;
  RETURN NEW;
END $$;
