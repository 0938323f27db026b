-- Columns with a fixed list of values become enums, so that the database refuses other values. Stored values keep
-- their text. The labels are in alphabetical order, so that ORDER BY returns the same order as before.

-- CreateEnum
CREATE TYPE "currency" AS ENUM ('BBD', 'GYD', 'JMD', 'TTD', 'USD', 'XCD');
CREATE TYPE "fee_structure" AS ENUM ('customer_pay', 'merchant_absorb', 'split');
CREATE TYPE "card_network" AS ENUM ('amex', 'discover', 'mastercard', 'visa');
CREATE TYPE "checkout_method" AS ENUM ('3co_simple', 'credit_card_co');

-- PostgreSQL cannot change the type of a column that a trigger's condition names, and cannot convert a check that
-- compares the column with text. Both are created again below, unchanged.
DROP TRIGGER "checkout_session_result_stands" ON "checkout_session";
DROP TRIGGER "withdrawal_steps" ON "withdrawal";
ALTER TABLE "checkout_session" DROP CONSTRAINT "checkout_session_purpose_check";

-- AlterTable
ALTER TABLE "checkout_session"
  ALTER COLUMN "currency" TYPE "currency" USING "currency"::text::"currency",
  ALTER COLUMN "fee_structure" TYPE "fee_structure" USING "fee_structure"::"fee_structure",
  ALTER COLUMN "method" TYPE "checkout_method" USING "method"::"checkout_method",
  ALTER COLUMN "card_type" TYPE "card_network" USING "card_type"::"card_network",
  ALTER COLUMN "card_network" TYPE "card_network" USING "card_network"::"card_network";
ALTER TABLE "attempt"
  ALTER COLUMN "currency" TYPE "currency" USING "currency"::text::"currency",
  ALTER COLUMN "card_network" TYPE "card_network" USING "card_network"::"card_network";
ALTER TABLE "trusted_card" ALTER COLUMN "card_network" TYPE "card_network" USING "card_network"::"card_network";
ALTER TABLE "sandbox_charge" ALTER COLUMN "currency" TYPE "currency" USING "currency"::text::"currency";
ALTER TABLE "ledger_journal" ALTER COLUMN "currency" TYPE "currency" USING "currency"::text::"currency";
ALTER TABLE "merchant_balance" ALTER COLUMN "currency" TYPE "currency" USING "currency"::text::"currency";
ALTER TABLE "bank_account" ALTER COLUMN "currency" TYPE "currency" USING "currency"::text::"currency";
ALTER TABLE "withdrawal" ALTER COLUMN "currency" TYPE "currency" USING "currency"::text::"currency";
ALTER TABLE "merchant_settings"
  ALTER COLUMN "currencies" DROP DEFAULT,
  ALTER COLUMN "currencies" TYPE "currency"[] USING "currencies"::"currency"[],
  ALTER COLUMN "currencies" SET DEFAULT ARRAY[]::"currency"[],
  ALTER COLUMN "fee_structure" TYPE "fee_structure" USING "fee_structure"::"fee_structure";

ALTER TABLE "checkout_session" ADD CONSTRAINT "checkout_session_purpose_check" CHECK (
  (purpose = 'card_charge') = (charged_card_uuid IS NOT NULL)
  AND (purpose <> 'card_create' OR (currency = 'USD' AND customer_fee = 0 AND merchant_fee = 0))
);

CREATE TRIGGER "checkout_session_result_stands" BEFORE UPDATE ON "checkout_session" FOR EACH ROW
WHEN (OLD.state = 'finalised'
  AND (NEW.state, NEW.status, NEW.code, NEW.finalised_at, NEW.total, NEW.customer_fee, NEW.currency, NEW.card,
       NEW.transaction_id, NEW.order_id, NEW.data, NEW.response_url, NEW.account_number, NEW.environment)
  IS DISTINCT FROM
      (OLD.state, OLD.status, OLD.code, OLD.finalised_at, OLD.total, OLD.customer_fee, OLD.currency, OLD.card,
       OLD.transaction_id, OLD.order_id, OLD.data, OLD.response_url, OLD.account_number, OLD.environment))
EXECUTE FUNCTION keep_session_result();

CREATE TRIGGER "withdrawal_steps" BEFORE UPDATE ON "withdrawal" FOR EACH ROW
WHEN ((NEW.amount, NEW.currency, NEW.account_number, NEW.environment)
  IS DISTINCT FROM (OLD.amount, OLD.currency, OLD.account_number, OLD.environment)
  OR (OLD.status <> NEW.status
    AND (OLD.status, NEW.status) NOT IN ((0, 1), (0, 3), (3, 4), (4, 1), (1, 2), (1, 5), (0, 6), (4, 6))))
EXECUTE FUNCTION refuse_withdrawal_step();
