-- concurrently
CREATE INDEX CONCURRENTLY "checkout_session_amount_idx" ON "checkout_session"("account_number", "environment", (total + customer_fee), "accepted_at") WHERE (status IS NOT NULL);
