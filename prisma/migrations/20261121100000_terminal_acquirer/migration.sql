-- A terminal belongs to an acquirer and has all credentials in one sealed text. New charges take the terminals in the
-- operator's order. The terminals of earlier releases get their position when the product starts.
ALTER TABLE "terminal" ADD COLUMN     "acquirer" TEXT NOT NULL DEFAULT 'powertranz',
ADD COLUMN     "position" INTEGER,
ADD COLUMN     "sealed_credentials" BYTEA,
ALTER COLUMN "sealed_password" DROP NOT NULL;

-- An attempt stores the terminal that it used. The worker fills in those of earlier releases.
ALTER TABLE "attempt" ADD COLUMN     "terminal_id" VARCHAR(26);
ALTER TABLE "attempt" ADD CONSTRAINT "attempt_terminal_id_fkey" FOREIGN KEY ("terminal_id") REFERENCES "terminal"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- The health checks of each gateway, beside its circuit breaker.
ALTER TABLE "gateway_breaker" ADD COLUMN     "is_up" BOOLEAN,
ADD COLUMN     "since" TIMESTAMPTZ(3),
ADD COLUMN     "checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "latency_ms" INTEGER;
