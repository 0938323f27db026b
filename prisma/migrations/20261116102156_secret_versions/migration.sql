-- CreateTable
CREATE TABLE "app_secret" (
    "id" CHAR(8) NOT NULL,
    "sealed_probe" BYTEA NOT NULL,
    "sealed_digest_keys" BYTEA,
    "first_used_at" TIMESTAMPTZ(3) NOT NULL,
    "replaced_at" TIMESTAMPTZ(3),

    CONSTRAINT "app_secret_pkey" PRIMARY KEY ("id")
);
