-- Several merchant accounts at one gateway may serve the same platform and currency.
DROP INDEX "terminal_active_key";
