-- AlterTable
ALTER TABLE "checkout_session" ADD COLUMN     "extended_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "merchant_settings" ADD COLUMN     "allows_more_time" BOOLEAN NOT NULL DEFAULT false;
