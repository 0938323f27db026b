-- concurrently
CREATE UNIQUE INDEX CONCURRENTLY "checkout_session_hold_key" ON "checkout_session"("account_number", "environment", "origin", "order_id", "total", "currency") WHERE (holds_order AND finalised_at IS NULL);
