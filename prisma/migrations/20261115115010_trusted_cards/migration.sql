-- CreateEnum
CREATE TYPE "session_purpose" AS ENUM ('payment', 'card_create', 'card_charge');

-- AlterTable
ALTER TABLE "attempt" ADD COLUMN     "expiry_month" SMALLINT,
ADD COLUMN     "expiry_year" SMALLINT;

-- AlterTable
ALTER TABLE "checkout_session" ADD COLUMN     "charged_card_uuid" UUID,
ADD COLUMN     "purpose" "session_purpose" NOT NULL DEFAULT 'payment';

-- AlterTable
ALTER TABLE "sandbox_charge" ADD COLUMN     "is_verification" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "trusted_card" (
    "uuid" UUID NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "session_id" VARCHAR(26) NOT NULL,
    "attempt_id" VARCHAR(26) NOT NULL,
    "card_network" TEXT NOT NULL,
    "pan" TEXT NOT NULL,
    "expiry_month" SMALLINT NOT NULL,
    "expiry_year" SMALLINT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT,
    "fingerprint" BYTEA NOT NULL,
    "verify_by" TIMESTAMPTZ(3) NOT NULL,
    "failed_verifications" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
    "verified_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "trusted_card_pkey" PRIMARY KEY ("uuid")
);

-- CreateTable
CREATE TABLE "vault_card" (
    "id" VARCHAR(26) NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "key_version" TEXT,
    "wrapped_key" BYTEA,
    "sealed_number" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "shredded_at" TIMESTAMPTZ(3),

    CONSTRAINT "vault_card_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "trusted_card_session_id_key" ON "trusted_card"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "trusted_card_attempt_id_key" ON "trusted_card"("attempt_id");

-- CreateIndex
CREATE INDEX "trusted_card_account_number_environment_created_at_uuid_idx" ON "trusted_card"("account_number", "environment", "created_at", "uuid") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "trusted_card_fingerprint_environment_account_number_idx" ON "trusted_card"("fingerprint", "environment", "account_number");

-- CreateIndex
CREATE INDEX "trusted_card_environment_verify_by_idx" ON "trusted_card"("environment", "verify_by") WHERE (closed_at IS NULL);

-- CreateIndex
CREATE UNIQUE INDEX "trusted_card_uuid_account_number_environment_key" ON "trusted_card"("uuid", "account_number", "environment");

-- CreateIndex
CREATE INDEX "vault_card_key_version_id_idx" ON "vault_card"("key_version", "id") WHERE (wrapped_key IS NOT NULL);

-- CreateIndex
CREATE INDEX "attempt_open_card_idx" ON "attempt"("card_fingerprint") WHERE (state = ANY (ARRAY['sent'::attempt_state, 'challenged'::attempt_state, 'answering'::attempt_state, 'unknown'::attempt_state]));

-- AddForeignKey
ALTER TABLE "checkout_session" ADD CONSTRAINT "checkout_session_charged_card_uuid_account_number_environm_fkey" FOREIGN KEY ("charged_card_uuid", "account_number", "environment") REFERENCES "trusted_card"("uuid", "account_number", "environment") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trusted_card" ADD CONSTRAINT "trusted_card_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trusted_card" ADD CONSTRAINT "trusted_card_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "checkout_session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What a session is for does not change, nor does the card it charges.
CREATE TRIGGER "checkout_session_purpose_stands" BEFORE UPDATE ON "checkout_session" FOR EACH ROW
WHEN ((NEW.purpose, NEW.charged_card_uuid) IS DISTINCT FROM (OLD.purpose, OLD.charged_card_uuid))
EXECUTE FUNCTION keep_session_result();
ALTER TABLE "checkout_session" ADD CONSTRAINT "checkout_session_purpose_check" CHECK (
  (purpose = 'card_charge') = (charged_card_uuid IS NOT NULL)
  AND (purpose <> 'card_create' OR (currency = 'USD' AND customer_fee = 0 AND merchant_fee = 0))
);

ALTER TABLE "trusted_card" ADD CONSTRAINT "trusted_card_pan_check" CHECK (pan ~ '^\*+[0-9]{4}$');
ALTER TABLE "trusted_card" ADD CONSTRAINT "trusted_card_closed_check" CHECK (
  (verified_at IS NULL AND deleted_at IS NULL) OR closed_at IS NOT NULL
);

-- A number is there with its key, or neither is.
ALTER TABLE "vault_card" ADD CONSTRAINT "vault_card_shredded_check" CHECK (
  num_nonnulls(key_version, wrapped_key, sealed_number) = CASE WHEN shredded_at IS NULL THEN 3 ELSE 0 END
);
CREATE FUNCTION keep_vault_card() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'vault card % cannot become another', OLD.id;
END $$;
-- Whose it is stands; its number can only be shredded, and then stays so.
CREATE TRIGGER "vault_card_stands" BEFORE UPDATE ON "vault_card" FOR EACH ROW
WHEN ((NEW.id, NEW.account_number, NEW.environment, NEW.created_at)
    IS DISTINCT FROM (OLD.id, OLD.account_number, OLD.environment, OLD.created_at)
  OR (OLD.shredded_at IS NOT NULL AND NEW.shredded_at IS DISTINCT FROM OLD.shredded_at)
  OR (NEW.shredded_at IS NULL AND NEW.sealed_number IS DISTINCT FROM OLD.sealed_number))
EXECUTE FUNCTION keep_vault_card();
-- ANALYZE would keep copies of some rows' keys and numbers beside the table, out of shredding's reach.
ALTER TABLE "vault_card" ALTER COLUMN "wrapped_key" SET STATISTICS 0, ALTER COLUMN "sealed_number" SET STATISTICS 0;
