-- CreateTable
CREATE TABLE "exclusive_job" (
    "name" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "run_id" VARCHAR(26),
    "taken_until" TIMESTAMPTZ(3),

    CONSTRAINT "exclusive_job_pkey" PRIMARY KEY ("name")
);

-- The tables of graphile-worker, which ran the hourly jobs before. Its queue holds no work that could be lost: each
-- job runs again every hour.
DROP SCHEMA IF EXISTS "graphile_worker" CASCADE;
