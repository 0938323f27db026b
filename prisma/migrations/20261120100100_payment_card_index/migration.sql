-- concurrently
CREATE INDEX CONCURRENTLY "checkout_session_card_idx" ON "checkout_session"("account_number", "environment", right(card, 4), "accepted_at") WHERE (status IS NOT NULL AND card IS NOT NULL);
