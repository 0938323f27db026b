-- AlterTable
ALTER TABLE "webhook_event" ADD COLUMN     "traceparent" VARCHAR(55);

-- CreateTable
CREATE UNLOGGED TABLE "worker_heartbeat" (
    "id" VARCHAR(26) NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeat_pkey" PRIMARY KEY ("id")
);
