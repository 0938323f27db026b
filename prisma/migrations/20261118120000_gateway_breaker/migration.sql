-- CreateTable
CREATE TABLE "gateway_breaker" (
    "base_address" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "opened_at" TIMESTAMPTZ(3),
    "closings" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "gateway_breaker_pkey" PRIMARY KEY ("base_address")
);
