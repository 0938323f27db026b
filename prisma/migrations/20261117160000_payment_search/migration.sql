-- CreateIndex
CREATE INDEX "checkout_session_refunded_idx" ON "checkout_session"("account_number", "environment", "accepted_at", "id") WHERE (refunded > 0);

-- CreateIndex
CREATE INDEX "refund_rejected_idx" ON "refund"("session_id", "id") WHERE (status = 'rejected'::refund_status);

-- The rest is written by hand, because Prisma's schema cannot express it.

-- The search for customers by name, and by last name alone. Only payments with a result are in these indexes, so each
-- payment is written to them once, and not at every step of its session.
CREATE INDEX "checkout_session_name_idx" ON "checkout_session"("account_number", "environment", lower(first_name || coalesce(' ' || last_name, '')))
  WHERE (status IS NOT NULL AND first_name IS NOT NULL);
CREATE INDEX "checkout_session_last_name_idx" ON "checkout_session"("account_number", "environment", lower(last_name))
  WHERE (status IS NOT NULL AND last_name IS NOT NULL);
