-- CreateTable
CREATE TABLE "card_key" (
    "version" VARCHAR(32) NOT NULL,
    "sealed_probe" BYTEA NOT NULL,
    "first_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "card_key_pkey" PRIMARY KEY ("version")
);
