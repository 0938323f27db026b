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

-- What follows is written by hand: Prisma's schema has no words for it.

-- Sessions that ended before this column existed say by their code how they ended.
UPDATE "checkout_session" SET "ending" = (CASE "code" WHEN 'AB' THEN 'left' ELSE 'expired' END)::"session_ending"
WHERE "code" IN ('AB', 'EX');

-- The ending is part of the result, and a result never changes.
ALTER TABLE "checkout_session" ADD CONSTRAINT "checkout_session_ending_check" CHECK (ending IS NULL OR status IN ('failed', 'error'));
CREATE TRIGGER "checkout_session_ending_stands" BEFORE UPDATE ON "checkout_session" FOR EACH ROW
WHEN (OLD.status IS NOT NULL AND NEW.ending IS DISTINCT FROM OLD.ending) EXECUTE FUNCTION keep_session_result();
