-- AlterTable
ALTER TABLE "checkout_session" ADD COLUMN     "is_proven" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "taken_over_at" TIMESTAMPTZ(3);
