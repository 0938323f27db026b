-- CreateEnum
CREATE TYPE "member_role" AS ENUM ('owner', 'developer', 'support');

-- CreateEnum
CREATE TYPE "ticket_kind" AS ENUM ('sign_up', 'password_reset', 'invitation');

-- CreateTable
CREATE TABLE "member" (
    "id" VARCHAR(26) NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "role" "member_role" NOT NULL,
    "email" TEXT,
    "password_hash" TEXT,
    "name" TEXT,
    "sealed_totp" BYTEA,
    "totp_since" TIMESTAMPTZ(3),
    "totp_step" INTEGER NOT NULL DEFAULT 0,
    "recovery_digests" BYTEA[] DEFAULT ARRAY[]::BYTEA[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dashboard_session" (
    "id" VARCHAR(26) NOT NULL,
    "member_id" VARCHAR(26) NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "awaits_second_factor" BOOLEAN NOT NULL DEFAULT false,
    "code_tries" SMALLINT NOT NULL DEFAULT 0,
    "address" TEXT NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dashboard_session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_ticket" (
    "id" VARCHAR(26) NOT NULL,
    "kind" "ticket_kind" NOT NULL,
    "email" TEXT NOT NULL,
    "account_number" VARCHAR(10),
    "member_id" VARCHAR(26),
    "details" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_ticket_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entry" (
    "account_number" VARCHAR(10) NOT NULL,
    "sequence" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT,
    "detail" JSONB NOT NULL,
    "digest" BYTEA NOT NULL,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("account_number","sequence")
);

-- CreateTable
CREATE UNLOGGED TABLE "request_log" (
    "id" BIGSERIAL NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment",
    "at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "kid" VARCHAR(18),
    "message" TEXT,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "member_account_number_idx" ON "member"("account_number");

-- CreateIndex
CREATE UNIQUE INDEX "member_email_living_key" ON "member"("email") WHERE (removed_at IS NULL);

-- CreateIndex
CREATE INDEX "dashboard_session_member_id_idx" ON "dashboard_session"("member_id");

-- CreateIndex
CREATE INDEX "dashboard_session_account_number_idx" ON "dashboard_session"("account_number");

-- CreateIndex
CREATE INDEX "dashboard_session_ends_at_idx" ON "dashboard_session"("ends_at");

-- CreateIndex
CREATE INDEX "email_ticket_account_number_kind_idx" ON "email_ticket"("account_number", "kind");

-- CreateIndex
CREATE INDEX "email_ticket_expires_at_idx" ON "email_ticket"("expires_at");

-- CreateIndex
CREATE INDEX "request_log_account_number_id_idx" ON "request_log"("account_number", "id");

-- CreateIndex
CREATE INDEX "request_log_at_idx" ON "request_log"("at");

-- CreateIndex
CREATE INDEX "checkout_session_account_number_environment_email_idx" ON "checkout_session"("account_number", "environment", "email");

-- CreateIndex
CREATE INDEX "checkout_session_legacy_idx" ON "checkout_session"("account_number", "environment", "accepted_at") WHERE (is_legacy);

-- CreateIndex
CREATE INDEX "webhook_event_subject_idx" ON "webhook_event"("subject");

-- CreateIndex
CREATE INDEX "chargeback_opened_at_idx" ON "chargeback"("opened_at") WHERE (status = 'open'::chargeback_status);

-- AlterTable
ALTER TABLE "account" ADD COLUMN "is_operator" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "password_grant" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "merchant_key" ADD COLUMN "next_from" TIMESTAMPTZ(3),
ADD COLUMN "sealed_next_hash_key" BYTEA,
ADD COLUMN "sealed_next_signing_secret" BYTEA;

-- AlterTable
ALTER TABLE "merchant_settings" ADD COLUMN "accent_colour" CHAR(7);

-- AddForeignKey
ALTER TABLE "member" ADD CONSTRAINT "member_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dashboard_session" ADD CONSTRAINT "dashboard_session_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Only the holder signs in with the account's own email and password.
ALTER TABLE "member" ADD CONSTRAINT "member_credentials" CHECK (
  (id = account_number AND role = 'owner' AND email IS NULL AND password_hash IS NULL)
  OR (id <> account_number AND email IS NOT NULL AND password_hash IS NOT NULL));

CREATE FUNCTION keep_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;

CREATE TRIGGER "audit_entry_append_only" BEFORE UPDATE OR DELETE ON "audit_entry" FOR EACH ROW
EXECUTE FUNCTION keep_audit_entry();

CREATE TRIGGER "audit_entry_not_emptied" BEFORE TRUNCATE ON "audit_entry" FOR EACH STATEMENT
EXECUTE FUNCTION keep_audit_entry();

-- One at a time writes into an account's chain, until its transaction ends; what is read after the lock is the end of the chain.
CREATE FUNCTION lock_audit_chain(account text) RETURNS TABLE (last_sequence integer, last_digest bytea) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit ' || account, 0));
  RETURN QUERY SELECT sequence, digest FROM audit_entry WHERE account_number = account ORDER BY sequence DESC LIMIT 1;
END $$;
