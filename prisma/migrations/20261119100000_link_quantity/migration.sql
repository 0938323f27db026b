-- AlterTable
ALTER TABLE "payment_link" ADD COLUMN     "quantity_max" INTEGER;

-- AlterTable
ALTER TABLE "checkout_session" ADD COLUMN     "quantity" INTEGER;

-- The rest is written by hand, because Prisma's schema cannot express it.

ALTER TABLE "payment_link"
  ADD CONSTRAINT "payment_link_quantity_check" CHECK (quantity_max > 1) NOT VALID;

ALTER TABLE "checkout_session"
  ADD CONSTRAINT "checkout_session_quantity_check" CHECK (quantity > 0) NOT VALID;

-- As before, but a session uses as many pieces of its link as the payer buys.
CREATE OR REPLACE FUNCTION count_payment_link_use() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was_used boolean := OLD.status = 'success' OR OLD.state IN ('authorising', 'challenged', 'finalising');
  is_used boolean := NEW.status = 'success' OR NEW.state IN ('authorising', 'challenged', 'finalising');
  pieces integer := coalesce(NEW.quantity, 1);
BEGIN
  IF coalesce(was_used, false) IS DISTINCT FROM coalesce(is_used, false) THEN
    UPDATE payment_link SET uses = uses + CASE WHEN is_used THEN pieces ELSE -pieces END WHERE id = NEW.payment_link_id;
  END IF;
  RETURN NULL;
END $$;
