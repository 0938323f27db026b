-- concurrently
CREATE UNIQUE INDEX CONCURRENTLY "terminal_account_key" ON "terminal"("platform", "currency", "base_address", "merchant_id") WHERE disabled_at IS NULL;
