-- CreateEnum
CREATE TYPE "account_type" AS ENUM ('PERSONAL', 'BUSINESS');

-- CreateEnum
CREATE TYPE "environment" AS ENUM ('live', 'sandbox');

-- CreateEnum
CREATE TYPE "platform" AS ENUM ('BB', 'GD', 'GY', 'JM', 'TT');

-- CreateTable
CREATE TABLE "account" (
    "account_number" VARCHAR(10) NOT NULL,
    "type" "account_type" NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "phone" TEXT,
    "home_platform" "platform" NOT NULL,
    "platforms" "platform"[],
    "live_platforms" "platform"[] DEFAULT ARRAY[]::"platform"[],
    "sandbox_only" BOOLEAN NOT NULL DEFAULT false,
    "may_manage_accounts" BOOLEAN NOT NULL DEFAULT false,
    "verified_at" TIMESTAMPTZ(3),
    "created_by_number" VARCHAR(10),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_pkey" PRIMARY KEY ("account_number")
);

-- CreateTable
CREATE TABLE "token_family" (
    "id" VARCHAR(26) NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "scopes" TEXT[],
    "generation" INTEGER NOT NULL DEFAULT 1,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "token_family_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signing_key" (
    "kid" VARCHAR(26) NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "sealed_private_jwk" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "api_key" (
    "kid" VARCHAR(18) NOT NULL,
    "account_number" VARCHAR(10) NOT NULL,
    "environment" "environment" NOT NULL,
    "name" TEXT NOT NULL,
    "secret_digest" BYTEA NOT NULL,
    "scopes" TEXT[],
    "cidrs" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "replaced_by_kid" VARCHAR(18),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "sign_in_try" (
    "email_digest" BYTEA NOT NULL,
    "network" TEXT NOT NULL,
    "failures" INTEGER NOT NULL,
    "counts_until" TIMESTAMPTZ(3) NOT NULL,
    "last_success_at" TIMESTAMPTZ(3),

    CONSTRAINT "sign_in_try_pkey" PRIMARY KEY ("email_digest","network")
);

-- CreateTable
CREATE UNLOGGED TABLE "rate_window" (
    "bucket" TEXT NOT NULL,
    "hits" INTEGER NOT NULL,
    "resets_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_window_pkey" PRIMARY KEY ("bucket")
);

-- CreateTable
CREATE TABLE "idempotency_key" (
    "scope_digest" BYTEA NOT NULL,
    "request_digest" BYTEA NOT NULL,
    "status" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_key_pkey" PRIMARY KEY ("scope_digest")
);

-- CreateIndex
CREATE INDEX "account_created_by_number_idx" ON "account"("created_by_number");

-- CreateIndex
CREATE UNIQUE INDEX "account_email_living_key" ON "account"("email") WHERE (deleted_at IS NULL);

-- CreateIndex
CREATE INDEX "token_family_account_number_idx" ON "token_family"("account_number");

-- CreateIndex
CREATE INDEX "token_family_expires_at_idx" ON "token_family"("expires_at");

-- CreateIndex
CREATE INDEX "api_key_account_number_idx" ON "api_key"("account_number");

-- CreateIndex
CREATE INDEX "sign_in_try_counts_until_idx" ON "sign_in_try"("counts_until");

-- CreateIndex
CREATE INDEX "rate_window_resets_at_idx" ON "rate_window"("resets_at");

-- CreateIndex
CREATE INDEX "idempotency_key_expires_at_idx" ON "idempotency_key"("expires_at");

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_created_by_number_fkey" FOREIGN KEY ("created_by_number") REFERENCES "account"("account_number") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "token_family" ADD CONSTRAINT "token_family_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_number_fkey" FOREIGN KEY ("account_number") REFERENCES "account"("account_number") ON DELETE RESTRICT ON UPDATE CASCADE;
