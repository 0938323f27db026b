-- concurrently
CREATE INDEX CONCURRENTLY "checkout_session_abandoned_live_idx" ON "checkout_session"("accepted_at") WHERE (environment = 'live'::environment AND status = 'failed'::result_status AND attempt_id IS NULL);
