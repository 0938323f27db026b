-- CreateTable
CREATE TABLE "conformance_report" (
    "account_number" VARCHAR(10) NOT NULL,
    "ran_at" TIMESTAMPTZ(3) NOT NULL,
    "report" JSONB NOT NULL,

    CONSTRAINT "conformance_report_pkey" PRIMARY KEY ("account_number")
);

-- CreateIndex
CREATE INDEX "conformance_report_ran_at_idx" ON "conformance_report"("ran_at");
