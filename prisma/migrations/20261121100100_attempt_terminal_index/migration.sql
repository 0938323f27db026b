-- concurrently
CREATE INDEX CONCURRENTLY "attempt_without_terminal_idx" ON "attempt"("id") WHERE environment = 'live' AND terminal_id IS NULL AND state NOT IN ('refused', 'declined', 'dropped');
