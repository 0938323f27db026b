-- concurrently
CREATE UNIQUE INDEX CONCURRENTLY "checkout_session_request_key" ON "checkout_session"("request_digest") WHERE (request_digest IS NOT NULL);
