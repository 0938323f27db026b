-- CreateTable
CREATE TABLE "settlement_report" (
    "base_address" TEXT NOT NULL,
    "merchant_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "checked" INTEGER NOT NULL,
    "left_out" INTEGER NOT NULL,
    "differences" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "settlement_report_pkey" PRIMARY KEY ("base_address","merchant_id","day")
);

