-- AlterTable
ALTER TABLE "withdrawal" ADD COLUMN     "confirm_by" TIMESTAMPTZ(3),
ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "payee_digest" BYTEA;

-- CreateIndex
CREATE INDEX "checkout_session_abandoned_idx" ON "checkout_session"("accepted_at") WHERE (environment = 'sandbox'::environment AND status = 'failed'::result_status AND attempt_id IS NULL);

-- CreateIndex
CREATE INDEX "withdrawal_account_number_environment_payee_digest_idx" ON "withdrawal"("account_number", "environment", "payee_digest") WHERE (payee_digest IS NOT NULL);

-- CreateIndex
CREATE INDEX "withdrawal_confirm_by_idx" ON "withdrawal"("confirm_by") WHERE (confirm_by IS NOT NULL);

-- What follows is written by hand: Prisma's schema has no words for it.

-- Only a live withdrawal waits for its owner's answer: in sandbox no money leaves.
ALTER TABLE "withdrawal" ADD CONSTRAINT "withdrawal_confirm_check" CHECK (environment = 'live' OR confirm_by IS NULL);

-- The timeline stays append-only, except that it goes together with a sandbox session that nobody tried to pay.
CREATE OR REPLACE FUNCTION keep_session_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (
    SELECT FROM checkout_session
    WHERE id = OLD.session_id AND environment = 'sandbox' AND status = 'failed' AND attempt_id IS NULL
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the timeline is append-only';
END $$;
