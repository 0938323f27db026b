-- concurrently
CREATE UNIQUE INDEX CONCURRENTLY "checkout_session_reference_key" ON "checkout_session"("reference", "account_number", "environment") WHERE (reference IS NOT NULL);
