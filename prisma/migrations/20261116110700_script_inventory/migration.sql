-- CreateTable
CREATE TABLE "script_check" (
    "id" VARCHAR(26) NOT NULL,
    "build" TEXT NOT NULL,
    "scripts" INTEGER NOT NULL,
    "problems" TEXT[],
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "script_check_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "script_check_checked_at_idx" ON "script_check"("checked_at");
