-- concurrently
CREATE INDEX CONCURRENTLY "checkout_session_link_idx" ON "checkout_session"("payment_link_id", "id") WHERE (payment_link_id IS NOT NULL);
