-- CreateEnum
CREATE TYPE "session_ending" AS ENUM ('left', 'expired');

-- AlterTable
ALTER TABLE "checkout_session" ADD COLUMN     "ending" "session_ending";

-- AlterTable
ALTER TABLE "merchant_settings" ADD COLUMN     "encodes_data" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "fee_structure" TEXT,
ADD COLUMN     "requests_per_minute" INTEGER,
ADD COLUMN     "sends_customer_name" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "webhook_endpoint" ADD COLUMN     "second_signature" JSONB;
