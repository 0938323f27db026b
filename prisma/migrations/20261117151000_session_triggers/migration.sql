-- PostgreSQL parses the condition of a trigger again for each statement that may fire it. So each trigger names its
-- columns, because an update of other columns then skips it, and its condition is short.
DROP TRIGGER "checkout_session_result_stands" ON "checkout_session";
DROP TRIGGER "checkout_session_credit_stands" ON "checkout_session";
DROP TRIGGER "checkout_session_ending_stands" ON "checkout_session";
DROP TRIGGER "checkout_session_purpose_stands" ON "checkout_session";
DROP TRIGGER "checkout_session_wakes_worker" ON "checkout_session";

CREATE FUNCTION keep_finalised_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.state, NEW.status, NEW.code, NEW.ending, NEW.finalised_at, NEW.total, NEW.customer_fee, NEW.merchant_fee,
      NEW.currency, NEW.card, NEW.attempt_id, NEW.transaction_id, NEW.order_id, NEW.data, NEW.response_url,
      NEW.account_number, NEW.environment)
    IS DISTINCT FROM
     (OLD.state, OLD.status, OLD.code, OLD.ending, OLD.finalised_at, OLD.total, OLD.customer_fee, OLD.merchant_fee,
      OLD.currency, OLD.card, OLD.attempt_id, OLD.transaction_id, OLD.order_id, OLD.data, OLD.response_url,
      OLD.account_number, OLD.environment)
  THEN
    RAISE EXCEPTION 'the result of % stands', OLD.transaction_id;
  END IF;
  RETURN NEW;
END $$;

-- Lists the same columns as the function.
CREATE TRIGGER "checkout_session_result_stands"
BEFORE UPDATE OF state, status, code, ending, finalised_at, total, customer_fee, merchant_fee, currency, card, attempt_id,
  transaction_id, order_id, data, response_url, account_number, environment
ON "checkout_session" FOR EACH ROW WHEN (OLD.state = 'finalised') EXECUTE FUNCTION keep_finalised_session();

CREATE TRIGGER "checkout_session_purpose_stands" BEFORE UPDATE OF purpose, charged_card_uuid ON "checkout_session"
FOR EACH ROW WHEN ((NEW.purpose, NEW.charged_card_uuid) IS DISTINCT FROM (OLD.purpose, OLD.charged_card_uuid))
EXECUTE FUNCTION keep_session_result();

CREATE TRIGGER "checkout_session_clock_wakes_worker"
AFTER UPDATE OF clock_offset_ms, clock_stopped_at, expires_at ON "checkout_session" FOR EACH ROW
WHEN ((NEW.clock_offset_ms, NEW.clock_stopped_at, NEW.expires_at)
  IS DISTINCT FROM (OLD.clock_offset_ms, OLD.clock_stopped_at, OLD.expires_at))
EXECUTE FUNCTION wake_worker();

CREATE TRIGGER "checkout_session_state_wakes_worker" AFTER UPDATE OF state ON "checkout_session" FOR EACH ROW
WHEN (OLD.state = 'finalising' AND NEW.state NOT IN ('finalising', 'finalised')) EXECUTE FUNCTION wake_worker();
